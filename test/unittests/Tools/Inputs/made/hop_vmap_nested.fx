fx 1
module {
}
weights "hop_vmap_nested.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["xs", "ys"])]
}
graph():
    %xs : [num_users=1] = placeholder[target=xs] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %ys : [num_users=1] = placeholder[target=ys] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %lazy_load_decompositions_unused : [num_users=0] = call_function[target=torch._functorch.predispatch.lazy_load_decompositions](args = (), kwargs = {}) {serialized_name: "lazy_load_decompositions", val: None}
    %_vmap_increment_nesting_unused : [num_users=0] = call_function[target=torch._functorch.predispatch._vmap_increment_nesting](args = (2, "error"), kwargs = {}) {serialized_name: "_vmap_increment_nesting", val: None}
    %_add_batch_dim : [num_users=1] = call_function[target=torch._functorch.predispatch._add_batch_dim](args = (%xs, 0, 1), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %lazy_load_decompositions_unused_1 : [num_users=0] = call_function[target=torch._functorch.predispatch.lazy_load_decompositions](args = (), kwargs = {}) {serialized_name: "lazy_load_decompositions_1", val: None}
    %_vmap_increment_nesting_unused_1 : [num_users=0] = call_function[target=torch._functorch.predispatch._vmap_increment_nesting](args = (4, "error"), kwargs = {}) {serialized_name: "_vmap_increment_nesting_1", val: None}
    %_add_batch_dim_1 : [num_users=1] = call_function[target=torch._functorch.predispatch._add_batch_dim](args = (%ys, 1, 2), kwargs = {}) {val: tensor(torch.float32, (3,), (4,), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%_add_batch_dim, %_add_batch_dim_1), kwargs = {}) {val: tensor(torch.float32, (3,), (4,), device("cpu"))}
    %sum_1 : [num_users=1] = call_function[target=torch.ops.aten.sum.default](args = (%mul,), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %_remove_batch_dim : [num_users=1] = call_function[target=torch._functorch.predispatch._remove_batch_dim](args = (%sum_1, 2, 4, 0), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %_vmap_decrement_nesting_unused : [num_users=0] = call_function[target=torch._functorch.predispatch._vmap_decrement_nesting](args = (), kwargs = {}) {serialized_name: "_vmap_decrement_nesting", val: None}
    %_remove_batch_dim_1 : [num_users=1] = call_function[target=torch._functorch.predispatch._remove_batch_dim](args = (%_remove_batch_dim, 1, 2, 0), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %_vmap_decrement_nesting_unused_1 : [num_users=0] = call_function[target=torch._functorch.predispatch._vmap_decrement_nesting](args = (), kwargs = {}) {serialized_name: "_vmap_decrement_nesting_1", val: None}
    %output : [num_users=0] = output[target=output](args = ((%_remove_batch_dim_1,),), kwargs = {}) {output_specs: (("user_output",),)}
