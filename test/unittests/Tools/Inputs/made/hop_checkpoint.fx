fx 1
module {
  block = torch.nn.Module {
    "0" = torch.nn.Module {
      weight = parameter(torch.float32, (6, 3), (3, 1), device("cpu"), record="data/weights/weight_0")
      bias = parameter(torch.float32, (6,), (1,), device("cpu"), record="data/weights/weight_1")
    }
    "2" = torch.nn.Module {
      weight = parameter(torch.float32, (3, 6), (6, 1), device("cpu"), record="data/weights/weight_2")
      bias = parameter(torch.float32, (3,), (1,), device("cpu"), record="data/weights/weight_3")
    }
  }
}
weights "hop_checkpoint.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["x"]), ("block",), ("block.0",), ("block.1",), ("block.2",)]
}
graph():
    %p_block_0_weight : [num_users=1] = placeholder[target=p_block_0_weight] {input_spec: ("parameter", "block.0.weight"), val: tensor(torch.float32, (6, 3), (3, 1), device("cpu"), requires_grad=True)}
    %p_block_0_bias : [num_users=1] = placeholder[target=p_block_0_bias] {input_spec: ("parameter", "block.0.bias"), val: tensor(torch.float32, (6,), (1,), device("cpu"), requires_grad=True)}
    %p_block_2_weight : [num_users=1] = placeholder[target=p_block_2_weight] {input_spec: ("parameter", "block.2.weight"), val: tensor(torch.float32, (3, 6), (6, 1), device("cpu"), requires_grad=True)}
    %p_block_2_bias : [num_users=1] = placeholder[target=p_block_2_bias] {input_spec: ("parameter", "block.2.bias"), val: tensor(torch.float32, (3,), (1,), device("cpu"), requires_grad=True)}
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%x, %p_block_0_weight, %p_block_0_bias), kwargs = {}) {val: tensor(torch.float32, (2, 6), (6, 1), device("cpu"))}
    %gelu : [num_users=1] = call_function[target=torch.ops.aten.gelu.default](args = (%linear,), kwargs = {}) {val: tensor(torch.float32, (2, 6), (6, 1), device("cpu"))}
    %linear_1 : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%gelu, %p_block_2_weight, %p_block_2_bias), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%linear_1, %x), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%add,),), kwargs = {}) {output_specs: (("user_output",),)}
