fx 1
module {
  weight = parameter(torch.float32, (1, 2), (2, 1), device("cpu"), record="data/weights/weight_0")
  bias = parameter(torch.float32, (1,), (1,), device("cpu"), record="data/weights/weight_1")
}
weights "mlp_minimal.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["input"])]
}
graph():
    %p_weight : [num_users=1] = placeholder[target=p_weight] {input_spec: ("parameter", "weight"), val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"), requires_grad=True)}
    %p_bias : [num_users=1] = placeholder[target=p_bias] {input_spec: ("parameter", "bias"), val: tensor(torch.float32, (1,), (1,), device("cpu"), requires_grad=True)}
    %input : [num_users=1] = placeholder[target=input] {input_spec: ("user_input",), val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%input, %p_weight, %p_bias), kwargs = {}) {val: tensor(torch.float32, (1, 1), (1, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%linear,),), kwargs = {}) {output_specs: (("user_output",),)}
