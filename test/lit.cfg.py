# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Configuration of the regression tests. See docs/Testing.md.

import os
import platform
import shutil
import subprocess
import sys

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

config.name = "FX"
sys.path.append(os.path.dirname(__file__))
from torch_tests import TorchTests

is_torch_only = "libtorch" in lit_config.params
# Tests that take minutes and fail rarely.
if "thorough" in lit_config.params:
    config.available_features.add("thorough")
config.test_format = (TorchTests if is_torch_only else lit.formats.ShTest)(execute_external=False)
config.suffixes = [".fx", ".txt", ".test", ".td"]
config.excludes = ["CMakeLists.txt", "Inputs", "unittests", "fuzz"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.fx_obj_root, "test")

llvm_config.with_system_environment(
    ["HOME", "TMPDIR", "TERM", "ASAN_OPTIONS", "UBSAN_OPTIONS", "CCACHE_DIR",
     "CCACHE_SLOPPINESS", "LLVM_PROFILE_FILE"]
)
# The programs of the pages are compiled with each build, which takes minutes.
if shutil.which("ccache"):
    for language in ("C", "CXX"):
        llvm_config.with_environment(f"CMAKE_{language}_COMPILER_LAUNCHER", "ccache")
    llvm_config.with_environment("CCACHE_BASEDIR", config.fx_src_root)
llvm_config.use_default_substitutions()
llvm_config.with_environment("PATH", config.fx_tools_dir, append_path=True)
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)

tools = [
    ToolSubst("fx-journal", unresolved="warn"),
    ToolSubst("fx-opt", unresolved="warn"),
    ToolSubst("fx-lsp", unresolved="warn"),
    ToolSubst("fx-reduce", unresolved="warn"),
    ToolSubst("fx-rules", unresolved="warn"),
    ToolSubst("fx-diff", unresolved="warn"),
    ToolSubst("fx-run", unresolved="warn"),
    ToolSubst("fx-translate", unresolved="warn"),
    ToolSubst("fx-tblgen", unresolved="warn"),
    "split-file",
]
llvm_config.add_tool_substitutions(tools, [config.fx_tools_dir, config.llvm_tools_dir])

config.substitutions += [
    # %exits CODE COMMAND: the command exits with exactly this code.
    ("%exits", "sh " + os.path.join(config.test_source_root, "Inputs", "exits.sh")),
    ("%python", config.python_executable),
    ("%plugins", os.path.join(config.fx_obj_root, "test", "Plugins", "lib")),
    ("%fx_src_root", config.fx_src_root),
    ("%fx_obj_root", config.fx_obj_root),
    ("%fx_tools_dir", config.fx_tools_dir),
    ("%fx_lib_dir", config.fx_lib_dir),
    ("%fx_build_type", config.fx_build_type),
    ("%models", os.path.join(config.test_source_root, "Models")),
    ("%shlibext", config.fx_shlibext),
    ("%cmake", config.cmake_executable),
    ("%cxx", config.cxx_compiler),
    ("%lit", "%s %s" % (config.python_executable, config.lit_script)),
]

if config.fx_program_judge:
    config.available_features.add("program-judge")
    config.substitutions.append(("%program-judge", config.fx_program_judge))
if config.fx_torch:
    config.available_features.add("libtorch")
    # Linear records other operations since PyTorch 2.
    is_old = config.fx_torch_version.startswith("1.")
    if is_old:
        config.available_features.add("libtorch-1")
    config.substitutions.append(("%recorder_net\\b", os.path.join(
        config.test_source_root, "Torch", "Inputs",
        "recorder_net.txt" if is_old else "recorder_net.torch2.txt")))
# Whether a test can mount a small file system that nobody else sees.
if shutil.which("unshare") and subprocess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"],
                  capture_output=True).returncode == 0:
    config.available_features.add("private-mounts")
if sys.platform == "linux" and platform.machine() == "x86_64":
    config.available_features.add("x86_64-linux")
for program in ("git", "doxygen", "zsh", "dpkg-deb", "node", "emacs", "vim"):
    if shutil.which(program):
        config.available_features.add(program)
if shutil.which("nvim"):
    config.available_features.add("neovim")
# A browser without a window, which chromedriver steers.
if shutil.which("chromium") and shutil.which("chromedriver"):
    config.available_features.add("chromium")
# `utils/check --pages` runs without the plugins of the tests.
if os.path.exists(os.path.join(config.fx_obj_root, "test", "Plugins", "lib", "TestPasses.so")):
    config.available_features.add("test-plugins")
if os.path.exists(os.path.join(config.fx_tools_dir, "fx-model-benchmark")):
    config.available_features.add("model-benchmark")
if config.fx_assertions:
    config.available_features.add("asserts")
if config.fx_sanitize:
    config.available_features.add("sanitized")
if config.fx_fuzz:
    config.available_features.add("fuzz")
