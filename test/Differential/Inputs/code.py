"""--to=code of random graphs is graph.python_code('self').src."""

import sys

from common import Comparison, graph_text
from graphs import Maker

compare = Comparison("python")
for seed in range(int(sys.argv[1])):
    graph = Maker(seed).make()
    try:
        code = graph.python_code("self").src
    except (IndexError, TypeError):
        continue  # torch.fx can't write this graph.
    text = graph_text(graph)
    path = compare.write(f"{seed}.fx.txt", text)
    status, output, errors = compare.run(path, "--to=code")
    result = status, output.rstrip("\n"), errors
    compare.check(f"seed {seed}", code.rstrip("\n"), result, text)
compare.finish()
