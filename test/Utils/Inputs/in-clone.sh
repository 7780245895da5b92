# in-clone.sh FOLDER SOURCE COMMAND ARG...: runs a command in FOLDER, a git clone
# with a few sources and the scripts of SOURCE/utils. The scripts find packages
# installed, and a clang-format-19 and a clang-tidy-19 that say how they were called
# and complain of what has the word BAD in it.
set -eu
Folder=$1 Source=$2
shift 2
if [ ! -d "$Folder" ]; then
  mkdir -p "$Folder/utils/lib" "$Folder/programs" "$Folder/lib" "$Folder/build"
  cp "$Source/utils/format" "$Source/utils/lint" "$Folder/utils"
  cp "$Source/utils/lib/setup.sh" "$Folder/utils/lib"
  echo '[{"file": "x/lib/Torch/a.cpp"}]' >"$Folder/build/compile_commands.json"
  printf '#!/bin/sh\necho install ok installed\n' >"$Folder/programs/dpkg-query"
  for Tool in clang-format-19 clang-tidy-19; do
    cat >"$Folder/programs/$Tool" <<'END'
#!/bin/sh
echo "called: $(basename "$0") $*"
for Last in "$@"; do :; done
! grep -q BAD "$Last"
END
  done
  chmod +x "$Folder"/programs/*
fi
PATH=$Folder/programs:$PATH
GIT_CONFIG_GLOBAL=/dev/null
GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t
export PATH GIT_CONFIG_GLOBAL GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL
cd "$Folder"
exec "$@"
