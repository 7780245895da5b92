"""Writes a model of 48 operators: x * sigmoid(x), a sum and a tanh, twelve times.

usage: story_model.py FILE
"""

import sys

lines = ["fx 1", "graph():"]
for name in "xy":
    lines.append(f'    %{name} = placeholder[target={name}] {{val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}}')
last = "x"
for i in range(12):
    for name, call in [("s", f"sigmoid](args = (%{last},)"), ("m", f"mul](args = (%{last}, %s{i})"), ("a", f"add](args = (%m{i}, %y)"),
                       ("t", f"tanh](args = (%a{i},)")]:
        lines.append(f"    %{name}{i} = call_function[target=torch.{call}, kwargs = {{}})")
    last = f"t{i}"
lines.append(f"    return %{last}")
with open(sys.argv[1], "w", encoding="utf-8") as file:
    file.write("\n".join(lines) + "\n")
