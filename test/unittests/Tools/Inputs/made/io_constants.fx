fx 1
module {
}
weights "io_constants.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[\\\"n\\\"]\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x", "i", "f", "b", "s", "n"])]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %i : [num_users=0] = placeholder[target=i] {input_spec: ("constant_input",), val: 3}
    %f : [num_users=0] = placeholder[target=f] {input_spec: ("constant_input",), val: 0.125}
    %b : [num_users=0] = placeholder[target=b] {input_spec: ("constant_input",), val: True}
    %s : [num_users=0] = placeholder[target=s] {input_spec: ("constant_input",), val: "mode-ä"}
    %n : [num_users=0] = placeholder[target=n] {input_spec: ("constant_input",), val: None}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, 3), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%mul, 0.125), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%add, 3, 0.125, True, None, 7, 2.5, False),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",))}
