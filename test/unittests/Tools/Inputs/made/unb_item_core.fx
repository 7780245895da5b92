fx 1
module {
}
weights "unb_item_core.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["ATEN"]
  range_constraints = {"u0": (2, 5)}
  symbolics = {"u0": ("Symbol('u0', integer=True)", "int"), "u0 + 1": ("Add(Symbol('u0', integer=True), Integer(1))", "int"), "u0 >= 2": ("GreaterThan(Symbol('u0', integer=True), Integer(2))", "bool"), "u0 <= 5": ("LessThan(Symbol('u0', integer=True), Integer(5))", "bool")}
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x", "n"])]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (8,), (1,), device("cpu"))}
    %n : [num_users=1] = placeholder[target=n] {input_spec: ("user_input",), val: tensor(torch.int64, (), (), device("cpu"))}
    %_local_scalar_dense : [num_users=5] = call_function[target=torch.ops.aten._local_scalar_dense.default](args = (%n,), kwargs = {}) {val: sym("u0")}
    %ge_1 : [num_users=1] = call_function[target=operator.ge](args = (%_local_scalar_dense, 2), kwargs = {}) {val: sym("u0 >= 2")}
    %_assert_scalar_default : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%ge_1, "Runtime assertion failed for expression u0 >= 2 on node 'ge_1'"), kwargs = {})
    %le_1 : [num_users=1] = call_function[target=operator.le](args = (%_local_scalar_dense, 5), kwargs = {}) {val: sym("u0 <= 5")}
    %_assert_scalar_default_1 : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%le_1, "Runtime assertion failed for expression u0 <= 5 on node 'le_1'"), kwargs = {})
    %slice_1 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%x, 0, None, %_local_scalar_dense), kwargs = {}) {val: tensor(torch.float32, (sym("u0"),), (1,), device("cpu"))}
    %sum_1 : [num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList](args = (%slice_1, []), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %full : [num_users=1] = call_function[target=torch.ops.aten.full.default](args = ([%_local_scalar_dense, 3], 1), kwargs = {dtype: torch.float32, layout: torch.strided, device: device("cpu"), pin_memory: False}) {val: tensor(torch.float32, (sym("u0"), 3), (3, 1), device("cpu"))}
    %add_5 : [num_users=1] = call_function[target=operator.add](args = (%_local_scalar_dense, 1), kwargs = {}) {val: sym("u0 + 1")}
    %output : [num_users=0] = output[target=output](args = ((%sum_1, %full, %add_5),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",))}
