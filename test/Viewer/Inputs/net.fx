fx 1
module = Net {
  stem = torch.nn.Conv2d(3, 8, kernel_size=(3, 3))
  layer = torch.nn.Sequential {
    "0" = my.Block {
      conv = torch.nn.Conv2d(8, 8, kernel_size=(1, 1))
      relu = torch.nn.ReLU()
    }
    "1" = my.Block {
      conv = torch.nn.Conv2d(8, 8, kernel_size=(1, 1))
      relu = torch.nn.ReLU(inplace=True)
    }
  }
  scale = parameter(torch.float32, (8,))
}
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (1, 3, 8, 8), None, None)}
    %stem : [num_users=2] = call_module[target=stem](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (1, 8, 6, 6), None, None)}
    %layer_0_conv : [num_users=1] = call_module[target=layer.0.conv](args = (%stem,), kwargs = {}) {val: tensor(torch.float32, (1, 8, 6, 6), None, None)}
    %layer_0_relu : [num_users=1] = call_module[target=layer.0.relu](args = (%layer_0_conv,), kwargs = {})
    %layer_1_conv : [num_users=1] = call_module[target=layer.1.conv](args = (%layer_0_relu,), kwargs = {}) {val: tensor(torch.float16, (1, 8, 6, 6), None, None)}
    %layer_1_relu : [num_users=2] = call_module[target=layer.1.relu](args = (%layer_1_conv,), kwargs = {}) {tag: ["a", "b"], note: "two words"}
    %scale : [num_users=1] = get_attr[target=scale] {val: tensor(torch.float32, (8,), None, None)}
    %add : [num_users=1] = call_function[target=torch.add](args = (%layer_1_relu, %stem), kwargs = {alpha: 2}) {tag: "a", stack_trace: "File \"net.py\", line 7, in forward\n    return x + y"}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%add, %scale), kwargs = {}) {tag: "c"}
    %flatten : [num_users=1] = call_method[target=flatten](args = (%mul, 1), kwargs = {})
    return (%flatten, %layer_1_relu)
