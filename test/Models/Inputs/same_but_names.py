#!/usr/bin/env python3
"""same_but_names.py A B: compares two prints of graphs.

They are the same when they have the same nodes in the same order with the same
types, targets, arguments and numbers of users, whatever the nodes are called;
get_attr nodes are compared where they are used, not where they stand. Prints
the lines that differ and exits with 1 when they are not the same.
"""

import difflib
import re
import sys

NODE = re.compile(
    r"    %(?P<name>\S+) : (?P<type>.*?)\[(?:#|num_)users=(?P<users>\d+)\] = "
    r"(?P<op>\w+)\[target=(?P<target>[^\]]*)\](?P<rest>.*)$"
)


def canonical(path):
    """The lines of a graph with nodes called by number, attributes by path."""
    names = {}
    lines = []

    def call(match):
        return names.get(match[1], match[0])

    def bare(match):
        return re.sub(r"([A-Za-z_]\w*)", call, match[0])

    for line in open(path, encoding="utf-8"):
        line = line.rstrip("\n")
        node = NODE.match(line)
        if node is None:
            # `return` and the graph's head; FX prints no % there.
            is_return = line.startswith("    return ")
            lines.append(re.sub(r"([A-Za-z_]\w*)", call, line) if is_return else line)
            continue
        if node["op"] == "get_attr":
            names[node["name"]] = "%<" + node["target"] + ">"
            continue
        rest = re.sub(r"%([A-Za-z_]\w*)", call, node["rest"])
        # Nor in slices.
        rest = re.sub(r"\bslice\([^()]*\)", bare, rest)
        names[node["name"]] = "%" + str(len(lines))
        lines.append(
            "%s : %s%s users, %s %s%s"
            % (
                names[node["name"]],
                node["type"],
                node["users"],
                node["op"],
                node["target"],
                rest,
            )
        )
    return lines


def main():
    first, second = sys.argv[1:]
    diff = list(
        difflib.unified_diff(
            canonical(first), canonical(second), first, second, lineterm="", n=0
        )
    )
    print("\n".join(diff[:100]))
    return 1 if diff else 0


if __name__ == "__main__":
    sys.exit(main())
