fx 1
module {
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x"])]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (4, 3), (3, 1), device("cpu"))}
    %lazy_load_decompositions_unused : [num_users=0] = call_function[target=torch._functorch.predispatch.lazy_load_decompositions](args = (), kwargs = {}) {serialized_name: "lazy_load_decompositions", val: None}
    %_vmap_increment_nesting_unused : [num_users=0] = call_function[target=torch._functorch.predispatch._vmap_increment_nesting](args = (4, "error"), kwargs = {}) {serialized_name: "_vmap_increment_nesting", val: None}
    %_add_batch_dim : [num_users=1] = call_function[target=torch._functorch.predispatch._add_batch_dim](args = (%x, 0, 1), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%_add_batch_dim, 2), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%mul,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %_remove_batch_dim : [num_users=2] = call_function[target=torch._functorch.predispatch._remove_batch_dim](args = (%relu, 1, 4, 0), kwargs = {}) {val: tensor(torch.float32, (4, 3), (3, 1), device("cpu"))}
    %_vmap_decrement_nesting_unused : [num_users=0] = call_function[target=torch._functorch.predispatch._vmap_decrement_nesting](args = (), kwargs = {}) {serialized_name: "_vmap_decrement_nesting", val: None}
    %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%_remove_batch_dim,), kwargs = {}) {val: tensor(torch.float32, (4, 3), (3, 1), device("cpu"))}
    %relu_1 : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%neg,), kwargs = {}) {val: tensor(torch.float32, (4, 3), (3, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%relu_1, %_remove_batch_dim),), kwargs = {}) {output_specs: (("user_output",), ("user_output",))}
