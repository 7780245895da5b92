fx 1
module {
}
weights "io_kwargs_only.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": []}, {\"type\": \"builtins.dict\", \"context\": \"[\\\"input\\\", \\\"query\\\", \\\"key\\\"]\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["input", "query", "key"])]
}
graph():
    %input : [num_users=1] = placeholder[target=input] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %query : [num_users=1] = placeholder[target=query] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %key : [num_users=1] = placeholder[target=key] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %t : [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%key,), kwargs = {}) {val: tensor(torch.float32, (3, 2), (1, 3), device("cpu"))}
    %matmul : [num_users=1] = call_function[target=torch.ops.aten.matmul.default](args = (%query, %t), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%matmul, %input), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%add,),), kwargs = {}) {output_specs: (("user_output",),)}
