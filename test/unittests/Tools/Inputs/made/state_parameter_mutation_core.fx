fx 1
module {
  w = parameter(torch.float32, (3,), (1,), device("cpu"), record="data/weights/weight_0")
}
weights "state_parameter_mutation_core.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["ATEN"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["x"])]
}
graph():
    %p_w : [num_users=1] = placeholder[target=p_w] {input_spec: ("parameter", "w"), val: tensor(torch.float32, (3,), (1,), device("cpu"), requires_grad=True)}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %add : [num_users=2] = call_function[target=torch.ops.aten.add.Tensor](args = (%p_w, 1), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu")), custom: "{\"_torchdynamo_disable\": true, \"_torchdynamo_disable_recursive\": true, \"_torchdynamo_disable_method\": \"wrapper\"}"}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %add), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%add, %mul),), kwargs = {}) {output_specs: (("parameter_mutation", "w"), ("user_output",))}
