// The strides of a view of an unbacked size: the last dimension may be empty, and
// PyTorch 2.13 writes that. It does not do so for sizes that have an example.
//
// RUN: fx-opt %s --check-values -o /dev/null
// RUN: sed 's/Max(1, u0)"), 1), device/u0"), 1), device/' %s > %t.fx
// RUN: not fx-opt %t.fx --check-values -o /dev/null 2>&1 | FileCheck %s
// CHECK: error: the value of %view is wrong: its strides are (sym("Max(1, u0)"), 1), not (sym("u0"), 1)
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  range_constraints = {"u0": (0, 5), "s77": (2, None)}
  symbolics = {"u0": ("Symbol('u0', integer=True)", "int"), "2*u0": ("Mul(Integer(2), Symbol('u0', integer=True))", "int"), "Max(1, u0)": ("Max(Integer(1), Symbol('u0', integer=True))", "int"), "s77": ("Symbol('s77', positive=True, integer=True)", "int", 4), "2*s77": ("Mul(Integer(2), Symbol('s77', positive=True, integer=True))", "int", 8)}
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (5,), (1,), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("2*s77"),), (1,), device("cpu"))}
    %nonzero : [num_users=1] = call_function[target=torch.ops.aten.nonzero.default](args = (%x,), kwargs = {}) {val: tensor(torch.int64, (sym("u0"), 1), (1, 1), device("cpu"))}
    %sym_size_int : [num_users=1] = call_function[target=torch.ops.aten.sym_size.int](args = (%nonzero, 0), kwargs = {}) {val: sym("u0")}
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%sym_size_int, 2), kwargs = {}) {val: sym("2*u0")}
    %ones : [num_users=1] = call_function[target=torch.ops.aten.ones.default](args = ([%mul],), kwargs = {"device": device("cpu"), "pin_memory": False}) {val: tensor(torch.float32, (sym("2*u0"),), (1,), device("cpu"))}
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%ones, [2, -1]), kwargs = {}) {val: tensor(torch.float32, (2, sym("u0")), (sym("Max(1, u0)"), 1), device("cpu"))}
    %view_1 : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%y, [2, -1]), kwargs = {}) {val: tensor(torch.float32, (2, sym("s77")), (sym("s77"), 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%view, %view_1),), kwargs = {}) {output_specs: (("user_output",), ("user_output",))}
