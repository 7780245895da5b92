"""print(graph) of random graphs comes back byte for byte, also through native text."""

import sys

from common import Comparison, Format, graph_text
from graphs import Maker

compare = Comparison("print")
for seed in range(int(sys.argv[1])):
    hostile = seed % 2 == 1
    text = graph_text(Maker(seed, hostile).make())
    path = compare.write(f"{seed}.fx.txt", text)
    same = compare.check(
        f"seed {seed}", text, compare.run(path, f"--print-format={Format}"), text
    )
    if not same:
        continue
    native = compare.path(f"{seed}.fx")
    status, _, errors = compare.run(path, "-o", native)
    if status:
        compare.fail(f"seed {seed}, writing native text", errors)
        continue
    again = compare.run(native, f"--print-format={Format}")
    compare.check(f"seed {seed}, through native text", text, again, text)
compare.finish()
