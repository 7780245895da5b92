fx 1
module = my.Net training {
  conv = torch.nn.Conv2d(1, 2, 3) training
  block = torch.nn.Sequential training {
    "0" = torch.nn.ReLU() training
    "1" = torch.nn.Linear(4, 3) training
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %conv : [num_users=1] = call_module[target=conv](args = (%x,), kwargs = {}) {nn_module_stack: {"conv": ("conv", "torch.nn.Conv2d")}}
    %block_0 : [num_users=1] = call_module[target=block.0](args = (%conv,), kwargs = {}) {nn_module_stack: {"block": ("block", "torch.nn.Sequential"), "block.0": ("block.0", "torch.nn.ReLU")}}
    %block_1 : [num_users=1] = call_module[target=block.1](args = (%block_0,), kwargs = {}) {nn_module_stack: {"block": ("block", "torch.nn.Sequential"), "block.1": ("block.1", "torch.nn.Linear")}}
    %add : [num_users=1] = call_function[target=operator.add](args = (%block_1, 1.0), kwargs = {})
    return %add
