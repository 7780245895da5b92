fx 1
// In an exported program, callFunction<ops::Mul> calls the overload that takes its arguments, and
// new nodes get their values after the pass.
//
// RUN: %fx-opt %s --replace-gelu | FileCheck %s

// CHECK: %mul : {{.*}}[target=torch.ops.aten.mul.Tensor](args = (%x, 1.702), kwargs = {}) {val: tensor(torch.float32, (2, 3),
// CHECK-NEXT: %sigmoid : {{.*}}[target=torch.ops.aten.sigmoid.default](args = (%mul,), kwargs = {}) {val: tensor(
// CHECK-NEXT: %mul_1 : {{.*}}[target=torch.ops.aten.mul.Tensor](args = (%x, %sigmoid), kwargs = {}) {val: tensor(
// CHECK-NEXT: output[target=output](args = ((%mul_1,),)
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %gelu : [num_users=1] = call_function[target=torch.ops.aten.gelu.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%gelu,),), kwargs = {}) {output_specs: (("user_output",),)}
