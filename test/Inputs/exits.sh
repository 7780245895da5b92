# exits.sh CODE COMMAND...: succeeds if the command exits with CODE.
Expected=$1
shift
"$@"
Code=$?
[ "$Code" = "$Expected" ] && exit 0
echo "exit code $Code instead of $Expected" >&2
exit 1
