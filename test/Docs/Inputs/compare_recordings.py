"""Compares what two recorders printed of one run.

compare_recordings.py EXPECTED FOUND

Events and the number of edges, line by line, then drawings behind lines
`--- depth N`, which are compared as test/Torch/Inputs/compare_dot.py does.
"""

import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
COMPARE_DOT = os.path.join(HERE, "..", "..", "Torch", "Inputs", "compare_dot.py")


def parts(path):
    events, *drawings = open(path, encoding="utf-8").read().split("--- depth ")
    return events.splitlines(), drawings


def main():
    (expected, old), (found, new) = map(parts, sys.argv[1:])
    if expected != found:
        for a, b in zip(expected, found):
            if a != b:
                sys.exit(f"expected {a}\nfound {b}")
        sys.exit(f"{len(expected)} and {len(found)} lines")
    if len(old) != len(new):
        sys.exit(f"{len(old)} and {len(new)} drawings")
    for drawing in new:
        depth, dot = drawing.split("\n", 1)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
            file.write(dot)
            file.flush()
            subprocess.run([sys.executable, COMPARE_DOT, sys.argv[1],
                            f"--- depth {depth}", file.name], check=True)


main()
