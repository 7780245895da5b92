fx 1
module {
}
weights "hop_vmap_core.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["ATEN"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["xs", "ys"])]
}
graph():
    %xs : [num_users=1] = placeholder[target=xs] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %ys : [num_users=1] = placeholder[target=ys] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%xs, [3, 2, 1]), kwargs = {}) {val: tensor(torch.float32, (3, 2, 1), (2, 1, 1), device("cpu"))}
    %permute : [num_users=1] = call_function[target=torch.ops.aten.permute.default](args = (%ys, [1, 0]), kwargs = {}) {val: tensor(torch.float32, (3, 2), (1, 3), device("cpu"))}
    %view_1 : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%permute, [3, 1, 2]), kwargs = {}) {val: tensor(torch.float32, (3, 1, 2), (1, 6, 3), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%view, %view_1), kwargs = {}) {val: tensor(torch.float32, (3, 2, 2), (4, 2, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%mul,),), kwargs = {}) {output_specs: (("user_output",),)}
