// Sizes that are asked for by name.
// RUN: fx-opt %s --decompose | FileCheck %s
// CHECK: %sym_size_int : {{.*}}[target=torch.ops.aten.sym_size.int](args = (%nonzero,), kwargs = {dim: 0}) {val: sym("u0")}
// CHECK: %mul : {{.*}}(args = (%sym_size_int, 2)
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  range_constraints = {"u0": (0, 4)}
  symbolics = {"u0": ("Symbol('u0', integer=True)", "int"), "2*u0": ("Mul(Integer(2), Symbol('u0', integer=True))", "int")}
}
graph():
    %y : [num_users=1] = placeholder[target=y] {input_spec: ("user_input",), val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %nonzero : [num_users=2] = call_function[target=torch.ops.aten.nonzero.default](args = (%y,), kwargs = {}) {val: tensor(torch.int64, (sym("u0"), 1), (1, sym("u0")), device("cpu"))}
    %sym_size_int : [num_users=1] = call_function[target=torch.ops.aten.sym_size.int](args = (%nonzero,), kwargs = {dim: 0}) {val: sym("u0")}
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%sym_size_int, 2), kwargs = {}) {val: sym("2*u0")}
    %output : [num_users=0] = output[target=output](args = ((%nonzero, %mul),), kwargs = {}) {output_specs: (("user_output",), ("user_output",))}
