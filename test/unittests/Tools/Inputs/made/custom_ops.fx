fx 1
module {
}
weights "custom_ops.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  parameter_names = {"torch.ops.corpus.twice_plus.default": ("x", "shift", "float[] scales"), "torch.ops.corpus.add_one_.default": ("x", "by")}
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["x"])]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %twice_plus : [num_users=1] = call_function[target=torch.ops.corpus.twice_plus.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %twice_plus_1 : [num_users=1] = call_function[target=torch.ops.corpus.twice_plus.default](args = (%twice_plus, 1.0, [2.0, 3.0]), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %twice_plus_2 : [num_users=2] = call_function[target=torch.ops.corpus.twice_plus.default](args = (%twice_plus_1, 0.5, []), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %add_one_ : [num_users=0] = call_function[target=torch.ops.corpus.add_one_.default](args = (%twice_plus_2, 0.5), kwargs = {})
    %output : [num_users=0] = output[target=output](args = ((%twice_plus_2,),), kwargs = {}) {output_specs: (("user_output",),)}
