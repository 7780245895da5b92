# run-line.sh FILE: runs the RUN line of a test that fx-reduce wrote, as lit does.
sed -n 's|^// RUN: ||p' "$1" |
  sed "s|%%|\x01|g; s|%s|$1|g; s|%exits|sh $(dirname "$0")/../../Inputs/exits.sh|; s|%t|$1.tmp|g; s|%S|$(dirname "$1")|g; s|\x01|%|g" > "$1.sh"
test -s "$1.sh" && bash -e -o pipefail "$1.sh"
