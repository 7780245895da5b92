fx 1
module {
}
weights "obj_sparse_mm.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["i", "v", "d"])]
}
graph():
    %i : [num_users=2] = placeholder[target=i] {input_spec: ("user_input",), val: tensor(torch.int64, (2, 2), (2, 1), device("cpu"))}
    %v : [num_users=2] = placeholder[target=v] {input_spec: ("user_input",), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %d : [num_users=1] = placeholder[target=d] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %_assert_tensor_metadata_default : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%v,), kwargs = {dtype: torch.float32, device: device("cpu"), layout: torch.strided})
    %to : [num_users=1] = call_function[target=torch.ops.aten.to.device](args = (%v, device("cpu"), torch.float32), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %_assert_tensor_metadata_default_1 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%i,), kwargs = {dtype: torch.int64, device: device("cpu"), layout: torch.strided})
    %to_1 : [num_users=1] = call_function[target=torch.ops.aten.to.device](args = (%i, device("cpu"), torch.int64), kwargs = {}) {val: tensor(torch.int64, (2, 2), (2, 1), device("cpu"))}
    %sparse_coo_tensor : [num_users=1] = call_function[target=torch.ops.aten.sparse_coo_tensor.indices_size](args = (%to_1, %to, [3, 3]), kwargs = {dtype: torch.float32, layout: torch.sparse_coo, device: device("cpu"), pin_memory: False}) {val: tensor(torch.float32, (3, 3), (0, 0), device("cpu"), layout=torch.sparse_coo)}
    %_sparse_mm : [num_users=1] = call_function[target=torch.ops.aten._sparse_mm.default](args = (%sparse_coo_tensor, %d), kwargs = {}) {val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%_sparse_mm,),), kwargs = {}) {output_specs: (("user_output",),)}
