fx 1
module {
  ghost = buffer(torch.float32, (2, 2), (2, 1), device("cpu"), record="data/weights/weight_4")
  used = torch.nn.Module {
    weight = parameter(torch.float32, (2, 3), (3, 1), device("cpu"), requires_grad=False, record="data/weights/weight_0")
    bias = parameter(torch.float32, (2,), (1,), device("cpu"), record="data/weights/weight_1")
  }
  unused = torch.nn.Module {
    weight = parameter(torch.float32, (5, 5), (5, 1), device("cpu"), record="data/weights/weight_2")
    bias = parameter(torch.float32, (5,), (1,), device("cpu"), record="data/weights/weight_3")
  }
}
weights "state_unused_frozen.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["x"]), ("used",), ("unused",)]
}
graph():
    %p_used_weight : [num_users=1] = placeholder[target=p_used_weight] {input_spec: ("parameter", "used.weight"), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %p_used_bias : [num_users=1] = placeholder[target=p_used_bias] {input_spec: ("parameter", "used.bias"), val: tensor(torch.float32, (2,), (1,), device("cpu"), requires_grad=True)}
    %p_unused_weight : [num_users=0] = placeholder[target=p_unused_weight] {input_spec: ("parameter", "unused.weight"), val: tensor(torch.float32, (5, 5), (5, 1), device("cpu"), requires_grad=True)}
    %p_unused_bias : [num_users=0] = placeholder[target=p_unused_bias] {input_spec: ("parameter", "unused.bias"), val: tensor(torch.float32, (5,), (1,), device("cpu"), requires_grad=True)}
    %b_ghost : [num_users=0] = placeholder[target=b_ghost] {input_spec: ("buffer", "ghost"), val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (1, 3), (3, 1), device("cpu"))}
    %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%x, %p_used_weight, %p_used_bias), kwargs = {}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%linear,),), kwargs = {}) {output_specs: (("user_output",),)}
