fx 1
graph():
    %x : torch.Tensor [num_users=5] = placeholder[target=x]
    %y : [num_users=2] = placeholder[target=y]
    %add : [num_users=1] = call_function[target=torch.add](args = (), kwargs = {alpha: 2, other: %y, input: %x})
    %add_1 : [num_users=1] = call_function[target=torch.add](args = (%x,), kwargs = {other: %y, alpha: 2})
    %flatten : [num_users=1] = call_method[target=flatten](args = (%x,), kwargs = {end_dim: -1, start_dim: 0})
    %softmax : [num_users=1] = call_method[target=softmax](args = (%x, -1), kwargs = {})
    %module : [num_users=1] = call_module[target=module](args = (), kwargs = {input: %x})
    return [%add, %add_1, %flatten, %softmax, %module]
