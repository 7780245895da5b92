"""--print-format=tabular is print_tabular, but for the spelling of targets."""

import sys

from tabulate import tabulate

from common import Comparison, graph_text
from graphs import Maker

compare = Comparison("tabular")
HEADERS = ["opcode", "name", "target", "args", "kwargs"]
for seed in range(int(sys.argv[1])):
    graph = Maker(seed).make()
    rows = [
        [n.op, n.name, n._pretty_print_target(n.target), n.args, n.kwargs]
        for n in graph.nodes
    ]
    expected = tabulate(rows, headers=HEADERS) + "\n"
    text = graph_text(graph)
    path = compare.write(f"{seed}.fx.txt", text)
    result = compare.run(path, "--print-format=tabular")
    compare.check(f"seed {seed}", expected, result, text)
compare.finish()
