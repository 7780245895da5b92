fx 1
graph():
    %x : [num_users=4] = placeholder[target=x]
    %relu : [num_users=1] = call_method[target=relu](args = (%x,), kwargs = {})
    %add_ : [num_users=1] = call_method[target=add_](args = (%relu, 1), kwargs = {})
    %relu_1 : [num_users=1] = call_method[target=relu](args = (%x,), kwargs = {})
    %iadd : [num_users=0] = call_function[target=operator.iadd](args = (%x, %relu_1), kwargs = {})
    %rand : [num_users=1] = call_function[target=torch.rand_like](args = (%x,), kwargs = {})
    %setitem : [num_users=0] = call_function[target=operator.setitem](args = (%rand, 0, %add_), kwargs = {})
    return %x
