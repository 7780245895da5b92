fx 1
graph():
    %x : [num_users=2] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%y,), kwargs = {})
    return (%relu,)
