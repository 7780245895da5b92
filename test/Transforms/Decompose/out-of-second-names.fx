// What an operator with a second name writes to `out` is what the first name computes.
// RUN: fx-opt %s --decompose | FileCheck %s
// CHECK: %[[DIV:.+]] : {{.*}}call_function[target=torch.ops.aten.div.Tensor](args = (%x, %x), kwargs = {})
// CHECK: %[[INV:.+]] : {{.*}}call_function[target=torch.ops.aten.linalg_inv.default](args = (%x,), kwargs = {})
// CHECK-NOT: .out
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %empty : [num_users=1] = call_function[target=torch.ops.aten.empty.memory_format](args = ([3, 3],), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %div : [num_users=1] = call_function[target=torch.ops.aten.true_divide.out](args = (%x, %x), kwargs = {out: %empty}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %empty_1 : [num_users=1] = call_function[target=torch.ops.aten.empty.memory_format](args = ([3, 3],), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %inv : [num_users=1] = call_function[target=torch.ops.aten.linalg_inv.out](args = (%x,), kwargs = {out: %empty_1}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%div, %inv),), kwargs = {}) {output_specs: (("user_output",), ("user_output",))}
