# in-copy.sh FOLDER SOURCE BUILD SCRIPT ARG...: runs utils/SCRIPT in FOLDER, which
# looks like the repository at SOURCE after a build in BUILD whose tests are those
# of Inputs/suite. Nothing is installed or built: the scripts find programs that
# only tell that they were called. FX_MISSING names a package that is missing,
# FX_BROKEN a program that fails.
set -eu
Folder=$1 Source=$2 Build=$3 Script=$4
shift 4
rm -rf "$Folder"
mkdir -p "$Folder/build" "$Folder/programs"
cp -R "$Source/utils" "$Folder/utils"
ln -s "$Source/test" "$Folder/test"
ln -s "$Build/bin" "$Folder/build/bin"
cp -R "$(dirname "$0")/suite" "$Folder/build/test"
grep '^LLVM_EXTERNAL_LIT:' "$Build/CMakeCache.txt" >"$Folder/build/CMakeCache.txt"

for Program in cmake ninja apt-get; do
  cat >"$Folder/programs/$Program" <<'END'
#!/bin/sh
Name=$(basename "$0")
echo "called: $Name $*" >&3
if [ "$Name" = "${FX_BROKEN:-}" ]; then
  echo "$Name is broken" >&2
  exit 1
fi
END
done
cat >"$Folder/programs/dpkg-query" <<'END'
#!/bin/sh
for Package in "$@"; do :; done
[ "$Package" = "${FX_MISSING:-}" ] || echo "install ok installed"
END
printf '#!/bin/sh\necho 0\n' >"$Folder/programs/id"
chmod +x "$Folder"/programs/*

cd "$Folder"
PATH=$Folder/programs:$PATH
export PATH
exec bash "utils/$Script" "$@" 3>&1
