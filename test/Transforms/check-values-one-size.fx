// A size that data decide, and whose range has one number, is that number.
//
// RUN: fx-opt %s --check-values -o /dev/null
// RUN: sed 's/"u0": (1, 1)/"u0": (1, 2)/' %s > %t.fx
// RUN: not fx-opt %t.fx --check-values -o /dev/null 2>&1 | FileCheck %s
// CHECK: error: the value of %neg is wrong: its sizes are (sym("u0"),), not (1,)
// CHECK: error: the value of %expand is wrong: its sizes are (1,), not (sym("u0"),)
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  range_constraints = {"u0": (1, 1)}
  symbolics = {"u0": ("Symbol('u0', integer=True)", "int")}
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (), (), device("cpu"))}
    %_unique2 : [num_users=1] = call_function[target=torch.ops.aten._unique2.default](args = (%x,), kwargs = {}) {val: (tensor(torch.float32, (sym("u0"),), (1,), device("cpu")), tensor(torch.int64, (0,), (1,), device("cpu")), tensor(torch.int64, (0,), (1,), device("cpu")))}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%_unique2, 0), kwargs = {}) {val: tensor(torch.float32, (sym("u0"),), (1,), device("cpu"))}
    %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%getitem,), kwargs = {}) {val: tensor(torch.float32, (1,), (1,), device("cpu"))}
    %expand : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%neg,), kwargs = {}) {val: tensor(torch.float32, (sym("u0"),), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%expand,),), kwargs = {}) {output_specs: (("user_output",),)}
