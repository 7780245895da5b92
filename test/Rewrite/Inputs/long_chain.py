"""Prints a chain of N calls by twos: neg(neg(x)), then exp(exp(x))."""
import sys

VAL = '{val: tensor(torch.float32, (1, 4), (4, 1), device("cpu"))}'
print("fx 1\ngraph():\n    %x : [num_users=1] = placeholder[target=x] " + VAL)
last = "x"
for i in range(int(sys.argv[1])):
    op = "neg" if i % 4 < 2 else "exp"
    print(f"    %a{i} : [num_users=1] = call_function[target=torch.{op}](args = (%{last},), kwargs = {{}}) {VAL}")
    last = f"a{i}"
print(f"    return %{last}")
