fx 1
graph():
    %x : [num_users=3, users=(%a, %m, %b)] = placeholder[target=x] {val: tensor(torch.float32, (4, 4), (4, 1), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.ops.aten.abs.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4, 4), (4, 1), device("cpu"))}
    %m : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%a, %x), kwargs = {}) {val: tensor(torch.float32, (4, 4), (4, 1), device("cpu"))}
    %b : [num_users=1] = call_function[target=torch.ops.aten.abs.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4, 4), (4, 1), device("cpu"))}
    %s : [num_users=1] = call_function[target=torch.ops.aten.sum.default](args = (%b,), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    return (%m, %s)
