fx 1
module {
}
weights "unb_nonzero.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  range_constraints = {"u0": (1, 4)}
  symbolics = {"u0": ("Symbol('u0', integer=True)", "int"), "u0 >= 1": ("GreaterThan(Symbol('u0', integer=True), Integer(1))", "bool"), "u0 <= 4": ("LessThan(Symbol('u0', integer=True), Integer(4))", "bool"), "u0 > 0": ("StrictGreaterThan(Symbol('u0', integer=True), Integer(0))", "bool")}
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x"])]
}
graph():
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %gt : [num_users=1] = call_function[target=torch.ops.aten.gt.Scalar](args = (%x, 0), kwargs = {}) {val: tensor(torch.bool, (4,), (1,), device("cpu"))}
    %nonzero : [num_users=2] = call_function[target=torch.ops.aten.nonzero.default](args = (%gt,), kwargs = {}) {val: tensor(torch.int64, (sym("u0"), 1), (1, sym("u0")), device("cpu"))}
    %sym_size_int_1 : [num_users=4] = call_function[target=torch.ops.aten.sym_size.int](args = (%nonzero, 0), kwargs = {}) {val: sym("u0")}
    %ge : [num_users=1] = call_function[target=operator.ge](args = (%sym_size_int_1, 1), kwargs = {}) {val: sym("u0 >= 1")}
    %_assert_scalar_default : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%ge, "Runtime assertion failed for expression u0 >= 1 on node 'ge'"), kwargs = {})
    %le : [num_users=1] = call_function[target=operator.le](args = (%sym_size_int_1, 4), kwargs = {}) {val: sym("u0 <= 4")}
    %_assert_scalar_default_1 : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%le, "Runtime assertion failed for expression u0 <= 4 on node 'le'"), kwargs = {})
    %gt_2 : [num_users=1] = call_function[target=operator.gt](args = (%sym_size_int_1, 0), kwargs = {}) {val: sym("u0 > 0")}
    %_assert_scalar_default_2 : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%gt_2, "Runtime assertion failed for expression 0 < u0 on node 'gt_2'"), kwargs = {})
    %squeeze : [num_users=1] = call_function[target=torch.ops.aten.squeeze.dim](args = (%nonzero, 1), kwargs = {}) {val: tensor(torch.int64, (sym("u0"),), (1,), device("cpu"))}
    %index : [num_users=1] = call_function[target=torch.ops.aten.index.Tensor](args = (%x, [%squeeze]), kwargs = {}) {val: tensor(torch.float32, (sym("u0"),), (1,), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%index, 2), kwargs = {}) {val: tensor(torch.float32, (sym("u0"),), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%mul, %sym_size_int_1),), kwargs = {}) {output_specs: (("user_output",), ("user_output",))}
