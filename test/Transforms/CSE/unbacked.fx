// Numbers that data decide have a symbol for each call, which values that come later are in
// terms of. What makes such symbols stays.
//
// RUN: fx-opt %s --cse | FileCheck %s
// CHECK:      %sum_1 :
// CHECK-NEXT: %item : [num_users=2] = {{.*}}(args = (%sum_1,), kwargs = {}) {val: sym("u0")}
// CHECK-NOT:  %sum_2 :
// CHECK:      %item_1 : [num_users=2] = {{.*}}(args = (%sum_1,), kwargs = {}) {val: sym("u1")}
// CHECK:      %zeros_1 : {{.*}}(args = ([%item_1],)
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  range_constraints = {"u0": (0, None), "u1": (0, None)}
  symbolics = {"u0": ("Symbol('u0', integer=True)", "int"), "u1": ("Symbol('u1', integer=True)", "int"), "u0 >= 0": ("GreaterThan(Symbol('u0', integer=True), Integer(0))", "bool"), "u1 >= 0": ("GreaterThan(Symbol('u1', integer=True), Integer(0))", "bool")}
}
graph():
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.int64, (2,), (1,), device("cpu"))}
    %sum_1 : [num_users=1] = call_function[target=torch.ops.aten.sum.default](args = (%x,), kwargs = {}) {val: tensor(torch.int64, (), (), device("cpu"))}
    %item : [num_users=2] = call_function[target=torch.ops.aten.item.default](args = (%sum_1,), kwargs = {}) {val: sym("u0")}
    %ge : [num_users=1] = call_function[target=operator.ge](args = (%item, 0), kwargs = {}) {val: sym("u0 >= 0")}
    %_assert_scalar_default : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%ge, "Runtime assertion failed for expression u0 >= 0 on node 'ge'"), kwargs = {})
    %sum_2 : [num_users=1] = call_function[target=torch.ops.aten.sum.default](args = (%x,), kwargs = {}) {val: tensor(torch.int64, (), (), device("cpu"))}
    %item_1 : [num_users=2] = call_function[target=torch.ops.aten.item.default](args = (%sum_2,), kwargs = {}) {val: sym("u1")}
    %ge_1 : [num_users=1] = call_function[target=operator.ge](args = (%item_1, 0), kwargs = {}) {val: sym("u1 >= 0")}
    %_assert_scalar_default_1 : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%ge_1, "Runtime assertion failed for expression u1 >= 0 on node 'ge_1'"), kwargs = {})
    %zeros : [num_users=1] = call_function[target=torch.ops.aten.zeros.default](args = ([%item],), kwargs = {device: device("cpu"), pin_memory: False}) {val: tensor(torch.float32, (sym("u0"),), (1,), device("cpu"))}
    %zeros_1 : [num_users=1] = call_function[target=torch.ops.aten.zeros.default](args = ([%item_1],), kwargs = {device: device("cpu"), pin_memory: False}) {val: tensor(torch.float32, (sym("u1"),), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%zeros, %zeros_1),), kwargs = {}) {output_specs: (("user_output",), ("user_output",))}
