fx 1
module = Net {
  fc = torch.nn.Linear(4, 4, bias=False)
  weight = parameter(torch.float16, (4, 4))
}
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %weight : [num_users=1] = get_attr[target=weight] {val: tensor(torch.float16, (4, 4), (4, 1), device("cpu"))}
    %a : [num_users=2] = call_function[target=torch.add](args = (%x, 2), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %cos : [num_users=1] = call_function[target=torch.cos](args = (%a,), kwargs = {})
    %exp : [num_users=1] = call_function[target=torch.exp](args = (%a,), kwargs = {}) {nn_module_stack: {"block.0": ("block.0", "my.Block"), "block.0.act": ("block.0.act", "my.Act")}}
    %fc : [num_users=1] = call_module[target=fc](args = (%exp,), kwargs = {}) {nn_module_stack: {"block.0": ("block.0", "my.Block")}}
    %exp_1 : [num_users=1] = call_function[target=torch.exp](args = (%fc,), kwargs = {}) {nn_module_stack: {"block.1": ("block.1", "my.Block"), "block.1.act": ("block.1.act", "my.Act")}}
    %sine : [num_users=1] = call_function[target=torch.sin](args = (%exp_1,), kwargs = {}) {nn_module_stack: {"block.1": ("block.1", "my.Block")}, note: "two"}
    %m : [num_users=1] = call_function[target=torch.matmul](args = (%sine, %weight), kwargs = {}) {val: tensor(torch.float16, (2, 4), (4, 1), device("cpu"))}
    %neg : [num_users=1] = call_function[target=torch.neg](args = (%m,), kwargs = {})
    return (%neg, %cos)
