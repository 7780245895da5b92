// A float of a symbolic expression is its number, however many digits say it.
//
// RUN: fx-opt %s --check-values -o /dev/null
// RUN: sed 's/0.29999999999999999/0.31/g' %s > %t.fx
// RUN: not fx-opt %t.fx --check-values -o /dev/null 2>&1 | FileCheck %s
// CHECK: error: the value of %mul is wrong: it is sym("0.3*ToFloat(s0)"), not sym("0.31*ToFloat(s0)")
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  range_constraints = {"s0": (2, 64)}
  symbolics = {"s0": ("Symbol('s0', integer=True, positive=True)", "int", 3), "ToFloat(s0)": ("ToFloat(Symbol('s0', integer=True, positive=True))", "float"), "0.29999999999999999*ToFloat(s0)": ("Mul(Float('0.29999999999999999', precision=53), ToFloat(Symbol('s0', integer=True, positive=True)))", "float")}
}
graph():
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("s0"),), (1,), device("cpu"))}
    %sym_size : [num_users=1] = call_function[target=torch.ops.aten.sym_size.int](args = (%x, 0), kwargs = {}) {val: sym("s0")}
    %sym_float : [num_users=1] = call_function[target=torch.sym_float](args = (%sym_size,), kwargs = {}) {val: sym("ToFloat(s0)")}
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%sym_float, 0.3), kwargs = {}) {val: sym("0.29999999999999999*ToFloat(s0)")}
    %mul_1 : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %mul), kwargs = {}) {val: tensor(torch.float32, (sym("s0"),), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%mul_1,),), kwargs = {}) {output_specs: (("user_output",),)}
