fx 1
module {
  lifted_tensor_0 = constant(torch.int64, (2,), (1,), device("cpu"), record="data/constants/tensor_0")
  lifted_tensor_1 = constant(torch.int64, (2,), (1,), device("cpu"), record="data/constants/tensor_1")
  lifted_tensor_2 = constant(torch.bool, (3,), (1,), device("cpu"), record="data/constants/tensor_2")
}
weights "types_slices.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  range_constraints = {"u0": (0, 36), "u1": (0, 3)}
  symbolics = {"u0": ("Symbol('u0', integer=True)", "int"), "u1": ("Symbol('u1', integer=True)", "int"), "u0 >= 0": ("GreaterThan(Symbol('u0', integer=True), Integer(0))", "bool"), "u0 <= 36": ("LessThan(Symbol('u0', integer=True), Integer(36))", "bool"), "u1 >= 0": ("GreaterThan(Symbol('u1', integer=True), Integer(0))", "bool"), "u1 <= 3": ("LessThan(Symbol('u1', integer=True), Integer(3))", "bool")}
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x", "i"])]
}
graph():
    %c_lifted_tensor_0 : [num_users=1] = placeholder[target=c_lifted_tensor_0] {input_spec: ("tensor_constant", "lifted_tensor_0"), val: tensor(torch.int64, (2,), (1,), device("cpu"))}
    %c_lifted_tensor_1 : [num_users=1] = placeholder[target=c_lifted_tensor_1] {input_spec: ("tensor_constant", "lifted_tensor_1"), val: tensor(torch.int64, (2,), (1,), device("cpu"))}
    %c_lifted_tensor_2 : [num_users=1] = placeholder[target=c_lifted_tensor_2] {input_spec: ("tensor_constant", "lifted_tensor_2"), val: tensor(torch.bool, (3,), (1,), device("cpu"))}
    %x : [num_users=13] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 4, 3), (12, 3, 1), device("cpu"))}
    %i : [num_users=3] = placeholder[target=i] {input_spec: ("user_input",), val: tensor(torch.int64, (2,), (1,), device("cpu"))}
    %slice_1 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%x, 0, 1, 9223372036854775807), kwargs = {}) {val: tensor(torch.float32, (2, 4, 3), (12, 3, 1), device("cpu"), offset=12)}
    %slice_2 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%x, 1, 0, 9223372036854775807, 2), kwargs = {}) {val: tensor(torch.float32, (3, 2, 3), (12, 6, 1), device("cpu"))}
    %select : [num_users=1] = call_function[target=torch.ops.aten.select.int](args = (%x, 2, -1), kwargs = {}) {val: tensor(torch.float32, (3, 4), (12, 3), device("cpu"), offset=2)}
    %unsqueeze : [num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default](args = (%x, 1), kwargs = {}) {val: tensor(torch.float32, (3, 1, 4, 3), (12, 12, 3, 1), device("cpu"))}
    %slice_3 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%unsqueeze, 2, 0, 2), kwargs = {}) {val: tensor(torch.float32, (3, 1, 2, 3), (12, 12, 3, 1), device("cpu"))}
    %index : [num_users=1] = call_function[target=torch.ops.aten.index.Tensor](args = (%x, [%i]), kwargs = {}) {val: tensor(torch.float32, (2, 4, 3), (12, 3, 1), device("cpu"))}
    %index_1 : [num_users=1] = call_function[target=torch.ops.aten.index.Tensor](args = (%x, [None, %i]), kwargs = {}) {val: tensor(torch.float32, (3, 2, 3), (6, 3, 1), device("cpu"))}
    %index_2 : [num_users=1] = call_function[target=torch.ops.aten.index.Tensor](args = (%x, [%i, None, %i]), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %gt : [num_users=1] = call_function[target=torch.ops.aten.gt.Scalar](args = (%x, 0), kwargs = {}) {val: tensor(torch.bool, (3, 4, 3), (12, 3, 1), device("cpu"))}
    %index_3 : [num_users=2] = call_function[target=torch.ops.aten.index.Tensor](args = (%x, [%gt]), kwargs = {}) {val: tensor(torch.float32, (sym("u0"),), (1,), device("cpu"))}
    %sym_size_int : [num_users=2] = call_function[target=torch.ops.aten.sym_size.int](args = (%index_3, 0), kwargs = {}) {val: sym("u0")}
    %ge : [num_users=1] = call_function[target=operator.ge](args = (%sym_size_int, 0), kwargs = {}) {val: sym("u0 >= 0")}
    %_assert_scalar_default : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%ge, "Runtime assertion failed for expression u0 >= 0 on node 'ge'"), kwargs = {})
    %le : [num_users=1] = call_function[target=operator.le](args = (%sym_size_int, 36), kwargs = {}) {val: sym("u0 <= 36")}
    %_assert_scalar_default_1 : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%le, "Runtime assertion failed for expression u0 <= 36 on node 'le'"), kwargs = {})
    %sum_1 : [num_users=1] = call_function[target=torch.ops.aten.sum.default](args = (%index_3,), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %lift_fresh_copy : [num_users=1] = call_function[target=torch.ops.aten.lift_fresh_copy.default](args = (%c_lifted_tensor_0,), kwargs = {}) {val: tensor(torch.int64, (2,), (1,), device("cpu"))}
    %lift_fresh_copy_1 : [num_users=1] = call_function[target=torch.ops.aten.lift_fresh_copy.default](args = (%c_lifted_tensor_1,), kwargs = {}) {val: tensor(torch.int64, (2,), (1,), device("cpu"))}
    %index_4 : [num_users=1] = call_function[target=torch.ops.aten.index.Tensor](args = (%x, [%lift_fresh_copy, %lift_fresh_copy_1]), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %slice_4 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%x, 0, -2, 9223372036854775807), kwargs = {}) {val: tensor(torch.float32, (2, 4, 3), (12, 3, 1), device("cpu"), offset=12)}
    %slice_5 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%slice_4, 1, -3, -1), kwargs = {}) {val: tensor(torch.float32, (2, 2, 3), (12, 3, 1), device("cpu"), offset=15)}
    %lift_fresh_copy_2 : [num_users=1] = call_function[target=torch.ops.aten.lift_fresh_copy.default](args = (%c_lifted_tensor_2,), kwargs = {}) {val: tensor(torch.bool, (3,), (1,), device("cpu"))}
    %detach_ : [num_users=1] = call_function[target=torch.ops.aten.detach_.default](args = (%lift_fresh_copy_2,), kwargs = {}) {val: tensor(torch.bool, (3,), (1,), device("cpu"))}
    %index_5 : [num_users=2] = call_function[target=torch.ops.aten.index.Tensor](args = (%x, [%detach_]), kwargs = {}) {val: tensor(torch.float32, (sym("u1"), 4, 3), (12, 3, 1), device("cpu"))}
    %sym_size_int_1 : [num_users=2] = call_function[target=torch.ops.aten.sym_size.int](args = (%index_5, 0), kwargs = {}) {val: sym("u1")}
    %ge_1 : [num_users=1] = call_function[target=operator.ge](args = (%sym_size_int_1, 0), kwargs = {}) {val: sym("u1 >= 0")}
    %_assert_scalar_default_2 : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%ge_1, "Runtime assertion failed for expression u1 >= 0 on node 'ge_1'"), kwargs = {})
    %le_1 : [num_users=1] = call_function[target=operator.le](args = (%sym_size_int_1, 3), kwargs = {}) {val: sym("u1 <= 3")}
    %_assert_scalar_default_3 : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%le_1, "Runtime assertion failed for expression u1 <= 3 on node 'le_1'"), kwargs = {})
    %select_1 : [num_users=1] = call_function[target=torch.ops.aten.select.int](args = (%x, 0, 0), kwargs = {}) {val: tensor(torch.float32, (4, 3), (3, 1), device("cpu"))}
    %select_2 : [num_users=1] = call_function[target=torch.ops.aten.select.int](args = (%select_1, 0, 1), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"), offset=3)}
    %output : [num_users=0] = output[target=output](args = ((%slice_1, %slice_2, %select, %slice_3, %index, %index_1, %index_2, %sum_1, %index_4, %slice_5, %index_5, %select_2),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",))}
