fx 1
module {
  lin = torch.nn.Module {
    weight = parameter(torch.float32, (2, 2), (2, 1), device("cpu"), record="data/weights/weight_0")
    bias = parameter(torch.float32, (2,), (1,), device("cpu"), record="data/weights/weight_1")
  }
}
weights "pkg_custom_metadata.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["x"]), ("lin",)]
  metadata = {"custom": "{\"author\": \"corpus\", \"levels\": [1, 2, 3]}"}
}
graph():
    %p_lin_weight : [num_users=1] = placeholder[target=p_lin_weight] {input_spec: ("parameter", "lin.weight"), val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"), requires_grad=True)}
    %p_lin_bias : [num_users=1] = placeholder[target=p_lin_bias] {input_spec: ("parameter", "lin.bias"), val: tensor(torch.float32, (2,), (1,), device("cpu"), requires_grad=True)}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%x, %p_lin_weight, %p_lin_bias), kwargs = {}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu")), custom: "{\"_torchdynamo_disable\": true, \"_torchdynamo_disable_recursive\": true, \"_torchdynamo_disable_method\": \"dispatch_trace\", \"stage\": 1, \"note\": \"first; \\\"part\\\"\", \"nested\": {\"k\": [1, 2.0, null]}}"}
    %relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%linear,), kwargs = {}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu")), custom: "{\"_torchdynamo_disable\": true, \"_torchdynamo_disable_recursive\": true, \"_torchdynamo_disable_method\": \"dispatch_trace\"}"}
    %output : [num_users=0] = output[target=output](args = ((%relu,),), kwargs = {}) {output_specs: (("user_output",),)}
