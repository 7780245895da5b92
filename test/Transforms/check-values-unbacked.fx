// Values of sizes and numbers that data decide, as PyTorch 2.13 exports them: bounds of slices
// beyond the end, a bool as an int, a float that is compared with an int.
//
// RUN: fx-opt %s --check-values -o /dev/null
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  range_constraints = {"u0": (0, 5), "u1": (0, 1), "zuf0": (None, None)}
  symbolics = {"u0": ("Symbol('u0', integer=True)", "int"), "Min(2, u0)": ("Min(Integer(2), Symbol('u0', integer=True))", "int"), "Max(0, u0 - Min(1, u0))": ("Max(Integer(0), Add(Symbol('u0', integer=True), Mul(Integer(-1), Min(Integer(1), Symbol('u0', integer=True)))))", "int"), "Min(1, u0)": ("Min(Integer(1), Symbol('u0', integer=True))", "int"), "Max(0, u0 - Max(0, u0 - 2))": ("Max(Integer(0), Add(Symbol('u0', integer=True), Mul(Integer(-1), Max(Integer(0), Add(Symbol('u0', integer=True), Integer(-2))))))", "int"), "Max(0, u0 - 2)": ("Max(Integer(0), Add(Symbol('u0', integer=True), Integer(-2)))", "int"), "Max(0, -Min(1, u0) + Min(3, u0))": ("Max(Integer(0), Add(Mul(Integer(-1), Min(Integer(1), Symbol('u0', integer=True))), Min(Integer(3), Symbol('u0', integer=True))))", "int"), "Max(0, u0 - Min(2, u0))": ("Max(Integer(0), Add(Symbol('u0', integer=True), Mul(Integer(-1), Min(Integer(2), Symbol('u0', integer=True)))))", "int"), "Max(0, u0 - 1)": ("Max(Integer(0), Add(Symbol('u0', integer=True), Integer(-1)))", "int"), "((u0 + 1)//2)": ("FloorDiv(Add(Symbol('u0', integer=True), Integer(1)), Integer(2))", "int"), "Max(0, Min(1, u0) - Min(2, u0))": ("Max(Integer(0), Add(Min(Integer(1), Symbol('u0', integer=True)), Mul(Integer(-1), Min(Integer(2), Symbol('u0', integer=True)))))", "int"), "Piecewise((1, Eq(u1, 1)), (0, True))": ("Piecewise(ExprCondPair(Integer(1), Equality(Symbol('u1', integer=True), Integer(1))), ExprCondPair(Integer(0), true))", "int"), "u0 >= 0": ("GreaterThan(Symbol('u0', integer=True), Integer(0))", "bool"), "u0 <= 5": ("LessThan(Symbol('u0', integer=True), Integer(5))", "bool"), "Eq(u1, 1)": ("Equality(Symbol('u1', integer=True), Integer(1))", "bool"), "Piecewise((1, Eq(u1, 1)), (0, True)) <= 1": ("LessThan(Piecewise(ExprCondPair(Integer(1), Equality(Symbol('u1', integer=True), Integer(1))), ExprCondPair(Integer(0), true)), Integer(1))", "bool"), "zuf0 + 1000.0 >= 0.0": ("GreaterThan(Add(Symbol('zuf0'), Float('1000.0', precision=53)), Float('0.0', precision=53))", "bool"), "zuf0": ("Symbol('zuf0')", "float"), "zuf0 + 1000.0": ("Add(Symbol('zuf0'), Float('1000.0', precision=53))", "float")}
}
graph():
    %x : [num_users=3] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (5,), (1,), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {input_spec: ("user_input",), val: tensor(torch.bool, (1,), (1,), device("cpu"))}
    %gt : [num_users=1] = call_function[target=torch.ops.aten.gt.Scalar](args = (%x, 0), kwargs = {}) {val: tensor(torch.bool, (5,), (1,), device("cpu"))}
    %index : [num_users=9] = call_function[target=torch.ops.aten.index.Tensor](args = (%x, [%gt]), kwargs = {}) {val: tensor(torch.float32, (sym("u0"),), (1,), device("cpu"))}
    %sym_size_int : [num_users=2] = call_function[target=torch.ops.aten.sym_size.int](args = (%index, 0), kwargs = {}) {val: sym("u0")}
    %ge_1 : [num_users=1] = call_function[target=operator.ge](args = (%sym_size_int, 0), kwargs = {}) {val: sym("u0 >= 0")}
    %_assert_scalar_default : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%ge_1, "Runtime assertion failed for expression u0 >= 0 on node 'ge_1'"), kwargs = {})
    %le : [num_users=1] = call_function[target=operator.le](args = (%sym_size_int, 5), kwargs = {}) {val: sym("u0 <= 5")}
    %_assert_scalar_default_1 : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%le, "Runtime assertion failed for expression u0 <= 5 on node 'le'"), kwargs = {})
    %unbind : [num_users=1] = call_function[target=torch.ops.aten.unbind.int](args = (%y,), kwargs = {}) {val: [tensor(torch.bool, (), (), device("cpu"))]}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%unbind, 0), kwargs = {}) {val: tensor(torch.bool, (), (), device("cpu"))}
    %item : [num_users=1] = call_function[target=torch.ops.aten.item.default](args = (%getitem,), kwargs = {}) {val: sym("Eq(u1, 1)")}
    %sym_ite : [num_users=2] = call_function[target=torch.sym_ite](args = (%item, 1, 0), kwargs = {}) {val: sym("Piecewise((1, Eq(u1, 1)), (0, True))")}
    %ge_2 : [num_users=1] = call_function[target=operator.ge](args = (%sym_ite, 0), kwargs = {}) {val: True}
    %_assert_scalar_default_2 : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%ge_2, "Runtime assertion failed for expression u1 >= 0 on node 'ge_2'"), kwargs = {})
    %le_1 : [num_users=1] = call_function[target=operator.le](args = (%sym_ite, 1), kwargs = {}) {val: sym("Piecewise((1, Eq(u1, 1)), (0, True)) <= 1")}
    %_assert_scalar_default_3 : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%le_1, "Runtime assertion failed for expression u1 <= 1 on node 'le_1'"), kwargs = {})
    %sum_1 : [num_users=1] = call_function[target=torch.ops.aten.sum.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %item_1 : [num_users=1] = call_function[target=torch.ops.aten.item.default](args = (%sum_1,), kwargs = {}) {val: sym("zuf0")}
    %add_8 : [num_users=1] = call_function[target=operator.add](args = (1000.0, %item_1), kwargs = {}) {val: sym("zuf0 + 1000.0")}
    %ge_3 : [num_users=1] = call_function[target=operator.ge](args = (%add_8, 0), kwargs = {}) {val: sym("zuf0 + 1000.0 >= 0.0")}
    %_assert_scalar_default_4 : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%ge_3, "Runtime assertion failed for expression 0 <= zuf0 + 1000.0 on node 'ge_3'"), kwargs = {})
    %slice_1 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%index, 0, 0, 2), kwargs = {}) {val: tensor(torch.float32, (sym("Min(2, u0)"),), (1,), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%slice_1, 0), kwargs = {}) {val: tensor(torch.float32, (sym("Min(2, u0)"),), (1,), device("cpu"))}
    %slice_2 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%index, 0, 1, 9223372036854775807), kwargs = {}) {val: tensor(torch.float32, (sym("Max(0, u0 - Min(1, u0))"),), (1,), device("cpu"), offset=sym("Min(1, u0)"))}
    %add_1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%slice_2, 0), kwargs = {}) {val: tensor(torch.float32, (sym("Max(0, u0 - Min(1, u0))"),), (1,), device("cpu"))}
    %slice_3 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%index, 0, -2, 9223372036854775807), kwargs = {}) {val: tensor(torch.float32, (sym("Max(0, u0 - Max(0, u0 - 2))"),), (1,), device("cpu"), offset=sym("Max(0, u0 - 2)"))}
    %add_2 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%slice_3, 0), kwargs = {}) {val: tensor(torch.float32, (sym("Max(0, u0 - Max(0, u0 - 2))"),), (1,), device("cpu"))}
    %slice_4 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%index, 0, 1, 3), kwargs = {}) {val: tensor(torch.float32, (sym("Max(0, -Min(1, u0) + Min(3, u0))"),), (1,), device("cpu"), offset=sym("Min(1, u0)"))}
    %add_3 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%slice_4, 0), kwargs = {}) {val: tensor(torch.float32, (sym("Max(0, -Min(1, u0) + Min(3, u0))"),), (1,), device("cpu"))}
    %slice_5 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%index, 0, 2, 9), kwargs = {}) {val: tensor(torch.float32, (sym("Max(0, u0 - Min(2, u0))"),), (1,), device("cpu"), offset=sym("Min(2, u0)"))}
    %add_4 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%slice_5, 0), kwargs = {}) {val: tensor(torch.float32, (sym("Max(0, u0 - Min(2, u0))"),), (1,), device("cpu"))}
    %slice_6 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%index, 0, 0, -1), kwargs = {}) {val: tensor(torch.float32, (sym("Max(0, u0 - 1)"),), (1,), device("cpu"))}
    %add_5 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%slice_6, 0), kwargs = {}) {val: tensor(torch.float32, (sym("Max(0, u0 - 1)"),), (1,), device("cpu"))}
    %slice_7 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%index, 0, 0, 9223372036854775807, 2), kwargs = {}) {val: tensor(torch.float32, (sym("((u0 + 1)//2)"),), (2,), device("cpu"))}
    %add_6 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%slice_7, 0), kwargs = {}) {val: tensor(torch.float32, (sym("((u0 + 1)//2)"),), (1,), device("cpu"))}
    %slice_8 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%index, 0, 2, 1), kwargs = {}) {val: tensor(torch.float32, (sym("Max(0, Min(1, u0) - Min(2, u0))"),), (1,), device("cpu"), offset=sym("Min(2, u0)"))}
    %add_7 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%slice_8, 0), kwargs = {}) {val: tensor(torch.float32, (sym("Max(0, Min(1, u0) - Min(2, u0))"),), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%add, %add_1, %add_2, %add_3, %add_4, %add_5, %add_6, %add_7),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",))}
