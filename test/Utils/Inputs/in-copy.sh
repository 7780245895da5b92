# in-copy.sh FOLDER SOURCE BUILD SCRIPT ARG...: runs utils/SCRIPT in FOLDER, which
# looks like the repository at SOURCE after a build in BUILD whose tests are those
# of Inputs/suite. Nothing is installed or built: the scripts find programs that
# only say that they were called, and a benchmark of one row. FX_MISSING names a
# package that is missing, FX_BROKEN a program that fails; with FX_NO_LIBTORCH the
# build has no LibTorch.
set -eu
Folder=$1 Source=$2 Build=$3 Script=$4
shift 4
rm -rf "$Folder"
mkdir -p "$Folder/build/bin" "$Folder/docs" "$Folder/programs"
cp -R "$Source/utils" "$Folder/utils"
ln -s "$Source/test" "$Folder/test"
cp "$Source/docs/Performance.md" "$Folder/docs"
for Tool in fx-opt ${FX_NO_LIBTORCH-fx-run make-resnet18}; do
  [ ! -e "$Build/bin/$Tool" ] || ln -s "$Build/bin/$Tool" "$Folder/build/bin/$Tool"
done
cp -R "$(dirname "$0")/suite" "$Folder/build/test"
touch "$Folder/build/build.ninja"
grep '^LLVM_EXTERNAL_LIT:' "$Build/CMakeCache.txt" >"$Folder/build/CMakeCache.txt"

for Program in cmake ninja apt-get dpkg; do
  cat >"$Folder/programs/$Program" <<'END'
#!/bin/sh
Name=$(basename "$0")
# Where nobody can hear it, nothing is said.
{ echo "called: $Name $*" >&3; } 2>/dev/null || true
if [ "$Name" = "${FX_BROKEN:-}" ]; then
  echo "$Name is broken" >&2
  exit 1
fi
# In a build of 20 steps.
case "$Name $*" in
*" -t "*) ;;
ninja*) for Step in 1 2 5 6 20; do echo "[$Step/20] step"; done ;;
esac
END
done
cat >"$Folder/programs/dpkg-query" <<'END'
#!/bin/sh
for Package in "$@"; do :; done
[ "$Package" = "${FX_MISSING:-}" ] || echo "install ok installed"
END
printf '#!/bin/sh\necho 0\n' >"$Folder/programs/id"
if [ "${FX_BROKEN:-}" = python3 ]; then
  cp "$Folder/programs/cmake" "$Folder/programs/python3"
fi
cat >"$Folder/build/bin/fx-benchmark" <<'END'
#!/bin/sh
echo '{"benchmarks": [{"name": "create/1000/real_time", "time_unit": "us", "real_time": 50}]}'
END
chmod +x "$Folder"/programs/* "$Folder/build/bin/fx-benchmark"

cd "$Folder"
PATH=$Folder/programs:$PATH
export PATH
exec "utils/$Script" "$@" 3>&1
