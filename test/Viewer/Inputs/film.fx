fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {}) {nn_module_stack: {"act": ("act", "torch.nn.ReLU")}}
    %again : [num_users=2] = call_function[target=torch.relu](args = (%relu,), kwargs = {}) {stack_trace: "File \"net.py\", line 12, in forward"}
    %dead : [num_users=0] = call_function[target=torch.neg](args = (%again,), kwargs = {})
    %double : [num_users=1] = call_function[target=torch.mul](args = (%again, 2.0), kwargs = {})
    %four : [num_users=1] = call_function[target=torch.mul](args = (%double, 2.0), kwargs = {})
    return %four
