# What utils/quickstart, utils/check and utils/fuzz share. Sourced, not run.

FxRoot=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Debian's names of what the build and the tests need.
FxPackages=(
  cmake ninja-build g++ ccache python3
  llvm-19-dev llvm-19-tools libzstd-dev zlib1g-dev libgtest-dev
)
# What the sanitized build and the fuzz targets need besides.
FxSanitizerPackages=(clang-19 libclang-rt-19-dev)

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
  "${Apt[@]}" update || die "apt-get update failed"
  "${Apt[@]}" install -y --no-install-recommends "${Missing[@]}" >/dev/null ||
    die "apt-get could not install: ${Missing[*]}"
}

# build_dir PRESET: where a preset of CMakePresets.json builds.
build_dir() {
  case $1 in
  release) echo "$FxRoot/build" ;;
  *) echo "$FxRoot/build-$1" ;;
  esac
}

# build PRESET [TARGET...]: configures and builds. On a terminal ninja shows how
# far it is; otherwise only errors are printed.
build() {
  local Preset=$1 Dir
  shift
  Dir=$(build_dir "$Preset")
  mkdir -p "$Dir"
  say "building preset $Preset in ${Dir#"$FxRoot"/}"
  if ! (cd "$FxRoot" && cmake --preset "$Preset") >"$Dir/configure.log" 2>&1; then
    cat "$Dir/configure.log" >&2
    return 1
  fi
  if [ -t 1 ]; then
    ninja -C "$Dir" "$@" || return 1
    return 0
  fi
  ninja -C "$Dir" "$@" >"$Dir/build.log" 2>&1 || {
    grep -v '^\[' "$Dir/build.log" | tail -n 100 >&2
    return 1
  }
}
