# ci.sh FOLDER SOURCE ARG...: runs .ci/run of the repository at SOURCE in FOLDER.
# Nothing is installed, built or tested: utils/check says how it was called and
# prints FX_SUM, or FX_TORCH_SUM with --torch=, and exits with FX_STATUS; utils/fuzz
# finds nothing; utils/format, utils/quickstart, utils/lint and utils/docs say so too,
# that named by FX_BAD fails, and that named by FX_SLOW takes a minute. pip finds
# PyTorch, unless FX_NO_WHEEL is set.
set -eu
Folder=$1 Source=$2
shift 2
rm -rf "$Folder"
mkdir -p "$Folder/utils/lib" "$Folder/programs"
cp -R "$Source/.ci" "$Folder/.ci"
cp "$Source/utils/lib/setup.sh" "$Folder/utils/lib"
cat >"$Folder/utils/check" <<'END'
#!/bin/sh
echo "called: check $*"
case $* in
*--torch=*) echo "$FX_TORCH_SUM" ;;
*) echo "$FX_SUM" ;;
esac
exit "${FX_STATUS:-0}"
END
for Gate in format quickstart lint docs fuzz; do
  cat >"$Folder/utils/$Gate" <<'END'
#!/bin/sh
Name=$(basename "$0")
echo "called: $Name $*"
[ "$Name" != "${FX_SLOW:-}" ] || exec sleep 60
[ "$Name" != fuzz ] || echo 9 passed, 0 failed, 0 skipped
[ "$Name" != "${FX_BAD:-}" ]
END
done
printf '#!/bin/sh\necho install ok installed\n' >"$Folder/programs/dpkg-query"
cat >"$Folder/programs/python3" <<'END'
#!/bin/sh
mkdir -p "$3/bin"
cat >"$3/bin/python" <<'PIP'
#!/bin/sh
echo "called: $*" >>"$FX_CALLS"
[ -z "${FX_NO_WHEEL+set}" ] || {
  echo "ERROR: No matching distribution found for torch" >&2
  exit 1
}
PIP
chmod +x "$3/bin/python"
END
chmod +x "$Folder"/utils/[a-z]* "$Folder"/programs/*

FX_CALLS=$Folder/calls
PATH=$Folder/programs:$PATH
export FX_CALLS PATH
touch "$FX_CALLS"
Status=0
"$Folder/.ci/run" "$@" 2>&1 || Status=$?
cat "$FX_CALLS"
exit "$Status"
