import lit.formats

config.name = "Small"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test"]
config.excludes = ["unittests"]
if "libtorch" in lit_config.params:
    config.excludes += ["fails.test", "two.test"]
