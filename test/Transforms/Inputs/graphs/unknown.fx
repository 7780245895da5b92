fx 1
graph():
    %x : [num_users=6] = placeholder[target=x]
    %unknown : [num_users=0] = call_function[target=my.unknown](args = (%x,), kwargs = {})
    %unknown_1 : [num_users=1] = call_function[target=torch.ops.my.op.default](args = (%x,), kwargs = {out: %x})
    %unknown_2 : [num_users=1] = call_method[target=nobody_knows](args = (%x,), kwargs = {})
    %unknown_3 : [num_users=1] = call_module[target=a.b.c](args = (%x,), kwargs = {})
    %relu : [num_users=0] = call_function[target=torch.relu](args = (%x, 1, 2, 3), kwargs = {nonsense: 4})
    return (%unknown_1, %unknown_2, %unknown_3, %x)
