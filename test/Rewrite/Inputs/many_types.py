"""A graph of sums with products, of as many types, twice.

many_types.py COUNT SPELLING: `aten` for overloads, `torch` for Python's functions. The
first dimension of every other type is symbolic in a program.
"""

import sys

count, spelling = int(sys.argv[1]), sys.argv[2]
mul, add = (("torch.ops.aten.mul.Tensor", "torch.ops.aten.add.Tensor") if spelling == "aten"
            else ("torch.mul", "torch.add"))
is_program = spelling == "aten"
print("fx 1")
if is_program:
    print('program {\n  schema_version = (8, 20)\n  range_constraints = {"s0": (2, 100)}\n'
          '  symbolics = {"s0": ("Symbol(\'s0\', positive=True, integer=True)", "int", 4)}\n}')
print("graph():")
kinds = ["float32", "float64"]


def val(i):
    first = 'sym("s0")' if is_program and i % 2 else str(i + 2)
    return '{%sval: tensor(torch.%s, (%s, 3), (3, 1), device("cpu"))}' % (
        "%s", kinds[i // 2 % 2], first)


def line(name, target, args, i):
    print(f"    %{name} : [num_users=1] = call_function[target={target}](args = ({args}), "
          f"kwargs = {{}}) {val(i) % ''}")


for i in range(count):
    for x in "xy":
        spec = 'input_spec: ("user_input",), ' if is_program else ""
        print(f"    %{x}{i} : [num_users=2] = placeholder[target={x}{i}] {val(i) % spec}")
results = []
for turn in range(2):
    for i in range(count):
        line(f"m{turn}_{i}", mul, f"%y{i}, 3", i)
        line(f"a{turn}_{i}", add, f"%x{i}, %m{turn}_{i}", i)
        results.append(f"a{turn}_{i}")
listed = ", ".join("%" + r for r in results)
if is_program:
    specs = ", ".join('("user_output",)' for _ in results)
    print(f"    %output : [num_users=0] = output[target=output](args = (({listed},),), "
          f"kwargs = {{}}) {{output_specs: ({specs},)}}")
else:
    print(f"    return [{listed}]")
