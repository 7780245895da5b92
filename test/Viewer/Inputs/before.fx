fx 1
module = Net {
  fc = torch.nn.Linear(4, 4)
  weight = parameter(torch.float32, (4, 4))
}
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %weight : [num_users=1] = get_attr[target=weight] {val: tensor(torch.float32, (4, 4), (4, 1), device("cpu"))}
    %a : [num_users=2] = call_function[target=torch.add](args = (%x, 1), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%a,), kwargs = {}) {nn_module_stack: {"block.0": ("block.0", "my.Block"), "block.0.act": ("block.0.act", "my.Act")}}
    %fc : [num_users=1] = call_module[target=fc](args = (%relu,), kwargs = {}) {nn_module_stack: {"block.0": ("block.0", "my.Block")}}
    %relu_1 : [num_users=1] = call_function[target=torch.relu](args = (%fc,), kwargs = {}) {nn_module_stack: {"block.1": ("block.1", "my.Block"), "block.1.act": ("block.1.act", "my.Act")}}
    %sin : [num_users=1] = call_function[target=torch.sin](args = (%relu_1,), kwargs = {}) {nn_module_stack: {"block.1": ("block.1", "my.Block")}, note: "one"}
    %m : [num_users=1] = call_function[target=torch.matmul](args = (%sin, %weight), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %cos : [num_users=1] = call_function[target=torch.cos](args = (%a,), kwargs = {})
    return (%m, %cos)
