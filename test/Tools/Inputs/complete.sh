# complete.sh TOOL LINE: what bash offers for the last word of LINE, sorted.
source /dev/stdin <<<"$("$1" --print-completion=bash)"
COMP_LINE=$2 COMP_POINT=${#2}
"_$(basename "$1" | tr - _)"
printf '%s\n' "${COMPREPLY[@]}" | sort
