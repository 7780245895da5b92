// How many elements there are is known from the values alone, but not more than
// there were: PyTorch's strides follow from the range where it says which of two
// strides is the greater.
// RUN: fx-opt %s --split-input-file --check-values --print-format=none --stats 2>&1 | FileCheck %s
// CHECK: 8 num-equal
// CHECK: 0 num-different

fx 1
module {
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  range_constraints = {"u0": (0, 1)}
  symbolics = {"u0": ("Symbol('u0', integer=True)", "int"), "Max(1, u0)": ("Max(Integer(1), Symbol('u0', integer=True))", "int"), "3*Max(1, u0)": ("Mul(Integer(3), Max(Integer(1), Symbol('u0', integer=True)))", "int")}
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (1, 1, 1), (1, 1, 1), device("cpu"))}
    %nonzero : [num_users=5] = call_function[target=torch.ops.aten.nonzero.default](args = (%x,), kwargs = {}) {val: tensor(torch.int64, (sym("u0"), 3), (1, sym("u0")), device("cpu"))}
    %add : [num_users=0] = call_function[target=torch.ops.aten.add.Tensor](args = (%nonzero, %nonzero), kwargs = {}) {val: tensor(torch.int64, (sym("u0"), 3), (3, 1), device("cpu"))}
    %gt : [num_users=0] = call_function[target=torch.ops.aten.gt.Scalar](args = (%nonzero, 0), kwargs = {}) {val: tensor(torch.bool, (sym("u0"), 3), (3, 1), device("cpu"))}
    %unsqueeze : [num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default](args = (%nonzero, 0), kwargs = {}) {val: tensor(torch.int64, (1, sym("u0"), 3), (sym("u0"), 1, sym("u0")), device("cpu"))}
    %add_1 : [num_users=0] = call_function[target=torch.ops.aten.add.Tensor](args = (%unsqueeze, %nonzero), kwargs = {}) {val: tensor(torch.int64, (1, sym("u0"), 3), (sym("3*Max(1, u0)"), 3, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%nonzero,),), kwargs = {}) {output_specs: (("user_output",),)}

// -----

fx 1
module {
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  range_constraints = {"u0": (0, 2)}
  symbolics = {"u0": ("Symbol('u0', integer=True)", "int"), "Max(1, u0)": ("Max(Integer(1), Symbol('u0', integer=True))", "int"), "3*Max(1, u0)": ("Mul(Integer(3), Max(Integer(1), Symbol('u0', integer=True)))", "int")}
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 1, 1), (1, 1, 1), device("cpu"))}
    %nonzero : [num_users=5] = call_function[target=torch.ops.aten.nonzero.default](args = (%x,), kwargs = {}) {val: tensor(torch.int64, (sym("u0"), 3), (1, sym("u0")), device("cpu"))}
    %add : [num_users=0] = call_function[target=torch.ops.aten.add.Tensor](args = (%nonzero, %nonzero), kwargs = {}) {val: tensor(torch.int64, (sym("u0"), 3), (1, sym("Max(1, u0)")), device("cpu"))}
    %gt : [num_users=0] = call_function[target=torch.ops.aten.gt.Scalar](args = (%nonzero, 0), kwargs = {}) {val: tensor(torch.bool, (sym("u0"), 3), (1, sym("Max(1, u0)")), device("cpu"))}
    %unsqueeze : [num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default](args = (%nonzero, 0), kwargs = {}) {val: tensor(torch.int64, (1, sym("u0"), 3), (sym("u0"), 1, sym("u0")), device("cpu"))}
    %add_1 : [num_users=0] = call_function[target=torch.ops.aten.add.Tensor](args = (%unsqueeze, %nonzero), kwargs = {}) {val: tensor(torch.int64, (1, sym("u0"), 3), (sym("Max(1, u0)"), 1, sym("Max(1, u0)")), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%nonzero,),), kwargs = {}) {output_specs: (("user_output",),)}
