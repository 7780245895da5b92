fx 1
module {
}
weights "io_nested.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.dict\", \"context\": \"[\\\"ids\\\", \\\"meta\\\"]\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": \"builtins.list\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]}, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[\\\"flag\\\", \\\"bias\\\"]\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.dict\", \"context\": \"[\\\"out\\\", \\\"parts\\\", \\\"n\\\"]\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": \"builtins.list\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.list\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.list\", \"context\": \"null\", \"children_spec\": []}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", ["batch", "extras", "rest_0", "rest_1", "flag", "bias"])]
}
graph():
    %batch_ids : [num_users=1] = placeholder[target=batch_ids] {input_spec: ("user_input",), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %batch_meta_0 : [num_users=2] = placeholder[target=batch_meta_0] {input_spec: ("user_input",), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %batch_meta_1 : [num_users=1] = placeholder[target=batch_meta_1] {input_spec: ("user_input",), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %extras_0 : [num_users=0] = placeholder[target=extras_0] {input_spec: ("user_input",), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %extras_1 : [num_users=1] = placeholder[target=extras_1] {input_spec: ("user_input",), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %rest_0 : [num_users=1] = placeholder[target=rest_0] {input_spec: ("user_input",), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %rest_1 : [num_users=1] = placeholder[target=rest_1] {input_spec: ("user_input",), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %flag : [num_users=0] = placeholder[target=flag] {input_spec: ("user_input",), val: tensor(torch.float32, (1,), (1,), device("cpu"))}
    %bias : [num_users=1] = placeholder[target=bias] {input_spec: ("user_input",), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%batch_ids, %batch_meta_0), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %add_1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%add, %extras_1), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%add_1, %rest_0), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %mul_1 : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%mul, %rest_1), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%mul_1, %batch_meta_0, %batch_meta_1, %bias, None, None),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",))}
