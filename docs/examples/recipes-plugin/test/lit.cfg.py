import os

import lit.formats

config.name = "Recipes"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".fx"]
config.test_source_root = os.path.dirname(__file__)
config.environment["PATH"] = os.pathsep.join(
    [config.fx_tools_dir, config.llvm_tools_dir, os.environ["PATH"]]
)
# fx-opt with the plugin.
config.substitutions.append(("%fx-opt", "fx-opt --load-pass-plugin=" + config.plugin))
