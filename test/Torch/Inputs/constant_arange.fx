fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.int64, (4,), (1,), device("cpu"))}
    %steps : [num_users=1] = call_function[target=torch.arange](args = (4,), kwargs = {})
    %y : [num_users=1] = call_function[target=torch.add](args = (%x, %steps), kwargs = {})
    return %y
