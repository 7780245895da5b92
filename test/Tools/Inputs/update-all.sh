# update-all.sh FILES [OPTIONS]: runs fx-opt --update-checks on the files that FILES
# lists. Tests in which two RUN lines share a prefix and print different things have to
# stay as they are.
files=$1
shift
fx-opt --update-checks --test-substitution=%models="$(dirname "$0")/../../Models" "$@" $(cat "$files") 2>errors.txt
grep ' error: ' errors.txt | grep -v 'give it a --check-prefix of its own'
exit 0
