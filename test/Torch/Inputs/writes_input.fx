fx 1
graph():
    %x : [num_users=3] = placeholder[target=x]
    %add_ : [num_users=0] = call_method[target=add_](args = (%x, 1), kwargs = {})
    %twice : [num_users=1] = call_function[target=torch.mul](args = (%x, 2), kwargs = {})
    return (%x, %twice)
