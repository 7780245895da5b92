fx 1
graph():
    %x : torch.Tensor [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (2, sym("s0")), None, None), tag: "a"}
    %relu : "list[int]" [num_users=1] = call_method[target=relu](args = (%x,), kwargs = {}) {nn_module_stack: {"l@1": ("l", "torch.nn.ReLU")}, stack_trace: "a\n\"b\"\n", odd: {"a": [1, (2,), None, nan]}}
    %relu_1 : [num_users=1] = call_method[target=relu](args = (%x,), kwargs = {}) {tag: "b"}
    %add : [num_users=1] = call_function[target=operator.add](args = (%relu, %relu_1), kwargs = {}) {tag: "c"}
    %result : torch.Tensor [num_users=0] = output[target=output](args = (%add,), kwargs = {}) {tag: "d"}
