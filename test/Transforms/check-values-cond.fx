// Sizes that data decide have a new symbol in the results of cond; others are
// what the graphs return.
//
// RUN: fx-opt %s --check-values -o /dev/null
// RUN: sed 's/{val: (tensor(torch.float32, (sym("u1"),)/{val: (tensor(torch.float64, (sym("u1"),)/' %s > %t.fx
// RUN: not fx-opt %t.fx --check-values -o /dev/null 2>&1 | FileCheck %s
// CHECK: error: the value of %cond is wrong: in part 0 its dtype is torch.float32, not torch.float64
//
// A result of one more dimension is another one, whatever its sizes.
// RUN: sed 's/add.Tensor\](args = (%%getitem, 1), kwargs = {}) {val: tensor(torch.float32, (sym("u0"),), (1,)/unsqueeze.default](args = (%%getitem, 1), kwargs = {}) {val: tensor(torch.float32, (sym("u0"), 1), (1, 1)/' %s > %t.rank.fx
// RUN: not fx-opt %t.rank.fx --check-values -o /dev/null 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: error: the value of %cond is wrong: in part 0 its sizes are (sym("u0"), 1), not (sym("u1"),)
fx 1
module {
  true_graph_0 = torch.fx.graph_module.GraphModule {
    graph():
        %getitem : [num_users=2] = placeholder[target=getitem] {val: tensor(torch.float32, (sym("u0"),), (1,), device("cpu"))}
        %sym_size_int_1 : [num_users=1] = call_function[target=torch.ops.aten.sym_size.int](args = (%getitem, 0), kwargs = {}) {val: sym("u0")}
        %ge : [num_users=1] = call_function[target=operator.ge](args = (%sym_size_int_1, 0), kwargs = {}) {val: sym("u0 >= 0")}
        %_assert_scalar : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%ge, "Runtime assertion failed for expression u1 >= 0 on node 'ge'"), kwargs = {})
        %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%getitem, 1), kwargs = {}) {val: tensor(torch.float32, (sym("u0"),), (1,), device("cpu"))}
        return (%add,)
  }
  false_graph_0 = torch.fx.graph_module.GraphModule {
    graph():
        %getitem : [num_users=2] = placeholder[target=getitem] {val: tensor(torch.float32, (sym("u0"),), (1,), device("cpu"))}
        %sym_size_int_1 : [num_users=1] = call_function[target=torch.ops.aten.sym_size.int](args = (%getitem, 0), kwargs = {}) {val: sym("u0")}
        %ge : [num_users=1] = call_function[target=operator.ge](args = (%sym_size_int_1, 0), kwargs = {}) {val: sym("u0 >= 0")}
        %_assert_scalar : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%ge, "Runtime assertion failed for expression u1 >= 0 on node 'ge'"), kwargs = {})
        %sub : [num_users=1] = call_function[target=torch.ops.aten.sub.Tensor](args = (%getitem, 1), kwargs = {}) {val: tensor(torch.float32, (sym("u0"),), (1,), device("cpu"))}
        return (%sub,)
  }
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  range_constraints = {"u0": (0, 6), "u1": (0, 6)}
  symbolics = {"u0": ("Symbol('u0', integer=True)", "int"), "u0 >= 0": ("GreaterThan(Symbol('u0', integer=True), Integer(0))", "bool"), "u1": ("Symbol('u1', integer=True)", "int"), "u0 <= 6": ("LessThan(Symbol('u0', integer=True), Integer(6))", "bool"), "u0 > 1": ("StrictGreaterThan(Symbol('u0', integer=True), Integer(1))", "bool"), "u1 >= 0": ("GreaterThan(Symbol('u1', integer=True), Integer(0))", "bool"), "u1 <= 6": ("LessThan(Symbol('u1', integer=True), Integer(6))", "bool")}
}
graph():
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %_unique2 : [num_users=3] = call_function[target=torch.ops.aten._unique2.default](args = (%x,), kwargs = {}) {val: (tensor(torch.float32, (sym("u0"),), (1,), device("cpu")), tensor(torch.int64, (0,), (1,), device("cpu")), tensor(torch.int64, (0,), (1,), device("cpu")))}
    %getitem_4 : [num_users=2] = call_function[target=operator.getitem](args = (%_unique2, 0), kwargs = {}) {val: tensor(torch.float32, (sym("u0"),), (1,), device("cpu"))}
    %getitem_1 : [num_users=0] = call_function[target=operator.getitem](args = (%_unique2, 1), kwargs = {}) {val: tensor(torch.int64, (0,), (1,), device("cpu"))}
    %getitem_2 : [num_users=0] = call_function[target=operator.getitem](args = (%_unique2, 2), kwargs = {}) {val: tensor(torch.int64, (0,), (1,), device("cpu"))}
    %sym_size_int_2 : [num_users=3] = call_function[target=torch.ops.aten.sym_size.int](args = (%getitem_4, 0), kwargs = {}) {val: sym("u0")}
    %ge_2 : [num_users=1] = call_function[target=operator.ge](args = (%sym_size_int_2, 0), kwargs = {}) {val: sym("u0 >= 0")}
    %_assert_scalar_default : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%ge_2, "Runtime assertion failed for expression u0 >= 0 on node 'ge_2'"), kwargs = {})
    %le : [num_users=1] = call_function[target=operator.le](args = (%sym_size_int_2, 6), kwargs = {}) {val: sym("u0 <= 6")}
    %_assert_scalar_default_1 : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%le, "Runtime assertion failed for expression u0 <= 6 on node 'le'"), kwargs = {})
    %gt : [num_users=1] = call_function[target=operator.gt](args = (%sym_size_int_2, 1), kwargs = {}) {val: sym("u0 > 1")}
    %true_graph_0 : [num_users=1] = get_attr[target=true_graph_0]
    %false_graph_0 : [num_users=1] = get_attr[target=false_graph_0]
    %cond : [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%gt, %true_graph_0, %false_graph_0, [%getitem_4]), kwargs = {}) {val: (tensor(torch.float32, (sym("u1"),), (1,), device("cpu")),)}
    %getitem_5 : [num_users=1] = call_function[target=operator.getitem](args = (%cond, 0), kwargs = {}) {val: tensor(torch.float32, (sym("u1"),), (1,), device("cpu"))}
    %sym_size_int_3 : [num_users=2] = call_function[target=torch.ops.aten.sym_size.int](args = (%getitem_5, 0), kwargs = {}) {val: sym("u1")}
    %ge_3 : [num_users=1] = call_function[target=operator.ge](args = (%sym_size_int_3, 0), kwargs = {}) {val: sym("u1 >= 0")}
    %_assert_scalar_default_2 : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%ge_3, "Runtime assertion failed for expression u1 >= 0 on node 'ge_3'"), kwargs = {})
    %le_1 : [num_users=1] = call_function[target=operator.le](args = (%sym_size_int_3, 6), kwargs = {}) {val: sym("u1 <= 6")}
    %_assert_scalar_default_3 : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%le_1, "Runtime assertion failed for expression u1 <= 6 on node 'le_1'"), kwargs = {})
    %output : [num_users=0] = output[target=output](args = ((%x,),), kwargs = {}) {output_specs: (("user_output",),)}
