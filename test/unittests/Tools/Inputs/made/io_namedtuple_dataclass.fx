fx 1
module {
}
weights "io_namedtuple_dataclass.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"collections.namedtuple\", \"context\": \"corpus.Point\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"corpus.Box\", \"context\": \"[[\\\"value\\\", \\\"scale\\\"], [\\\"extra\\\"]]\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"collections.namedtuple\", \"context\": \"corpus.Point\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"corpus.Box\", \"context\": \"[[\\\"value\\\", \\\"scale\\\"], [\\\"extra\\\"]]\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]}]", ["p", "box"])]
  named_tuples = {"corpus.Point": ("x", "y")}
}
graph():
    %p_x : [num_users=2] = placeholder[target=p_x] {input_spec: ("user_input",), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %p_y : [num_users=1] = placeholder[target=p_y] {input_spec: ("user_input",), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %box_value : [num_users=1] = placeholder[target=box_value] {input_spec: ("user_input",), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %box_scale : [num_users=0] = placeholder[target=box_scale] {input_spec: ("constant_input",), val: 1.5}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%box_value, 1.5), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%p_x, %mul), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %mul_1 : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%p_x, 2), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%add, %p_y, %mul_1, 0.5),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",), ("user_output",))}
