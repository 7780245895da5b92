"""A graph that adds 1 to a tensor of integers as often as it is told."""

import sys

VAL = '{val: tensor(torch.int64, (3,), (1,), device("cpu"))}'
print("fx 1\ngraph():")
print(f"    %x : [num_users=1] = placeholder[target=x] {VAL}")
last = "x"
for i in range(int(sys.argv[1])):
    print(f"    %a{i} : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor]"
          f"(args = (%{last}, 1), kwargs = {{}}) {VAL}")
    last = f"a{i}"
print(f"    return %{last}")
