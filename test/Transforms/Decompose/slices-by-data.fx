// Writes to slices whose bounds data determine, and before reads of such.
//
// RUN: fx-opt %s --decompose | FileCheck %s
//
// CHECK:      %clone : {{.*}}torch.ops.aten.clone.default
// CHECK:      %slice_1 : {{.*}}torch.ops.aten.slice.Tensor](args = (%clone, 0, 0, %_local_scalar_dense)
// CHECK-NEXT: %add : {{.*}}torch.ops.aten.add.Tensor](args = (%slice_1, 1)
// CHECK-NEXT: %slice_scatter : {{.*}}torch.ops.aten.slice_scatter.default](args = (%clone, %add, 0, 0, %_local_scalar_dense)
// CHECK-NOT:  add_.Tensor
// CHECK:      torch.ops.aten.mul.Tensor
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  range_constraints = {"u0": (None, None), "u1": (0, 8)}
  symbolics = {"u0": ("Symbol('u0', integer=True)", "int"), "u1": ("Symbol('u1', integer=True)", "int")}
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (8,), (1,), device("cpu"))}
    %n : [num_users=1] = placeholder[target=n] {input_spec: ("user_input",), val: tensor(torch.int64, (), (), device("cpu"))}
    %item : [num_users=1] = call_function[target=torch.ops.aten.item.default](args = (%n,), kwargs = {}) {val: sym("u0")}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (8,), (1,), device("cpu"))}
    %slice_1 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%clone, 0, 0, %item), kwargs = {}) {val: tensor(torch.float32, (sym("u1"),), (1,), device("cpu"))}
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%slice_1, 1), kwargs = {}) {val: tensor(torch.float32, (sym("u1"),), (1,), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%clone, 2), kwargs = {}) {val: tensor(torch.float32, (8,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%mul,),), kwargs = {}) {output_specs: (("user_output",),)}
