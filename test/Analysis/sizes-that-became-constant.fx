// A size that callers choose is not the number of the example: what computes with that number has
// other sizes than the values say, for other inputs. Where its range has one number, it is that.
//
// RUN: fx-opt %s -o /dev/null 2>&1 | FileCheck %s
// RUN: sed 's/"s0": (2, 64)/"s0": (3, 3)/' %s > %t.fx
// RUN: fx-opt %t.fx -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONE --allow-empty
// CHECK: warning: the value of %view is not what 'torch.ops.aten.view.default' gives: its sizes are (6, 4), not (sym("2*s0"), 4)
// CHECK: warning: the value of %neg is not what
// CHECK-NOT: warning:
// ONE-NOT: warning:
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  range_constraints = {"s0": (2, 64)}
  symbolics = {"s0": ("Symbol('s0', integer=True, positive=True)", "int", 3), "2*s0": ("Mul(Integer(2), Symbol('s0', integer=True, positive=True))", "int", 6)}
}
graph():
    %x : [num_users=3] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("s0"), 8), (8, 1), device("cpu"))}
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%x, [6, 4]), kwargs = {}) {val: tensor(torch.float32, (sym("2*s0"), 4), (4, 1), device("cpu"))}
    %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3, 8), (8, 1), device("cpu"))}
    %sin : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (sym("s0"), 8), (8, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%view, %neg, %sin),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",))}
