"""Writes a graph of N calls, one of them torch.add.

usage: big_graph.py N PLACE FILE
"""

import sys

number, place, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
functions = ["neg", "abs", "clone"]
lines = ["fx 1", "graph():",
         '    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4, 8), (8, 1), device("cpu"))}']
last = "x"
for i in range(number):
    call = (f"torch.add](args = (%{last}, 1.5)" if i == place
            else f"torch.{functions[i % 3]}](args = (%{last},)")
    lines.append(f"    %n{i} : [num_users=1] = call_function[target={call}, kwargs = {{}})")
    last = f"n{i}"
lines.append(f"    return %{last}")
with open(path, "w", encoding="utf-8") as file:
    file.write("\n".join(lines) + "\n")
