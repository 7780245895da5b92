fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4, 4), (4, 1), device("cpu"))}
    %y : [num_users=2] = call_function[target=torch.ops.aten.sigmoid.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4, 4), (4, 1), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.ops.aten.abs.default](args = (%y,), kwargs = {}) {val: tensor(torch.float32, (4, 4), (4, 1), device("cpu"))}
    return (%a, %y)
