// What becomes state has no gradient: the results of a call have one if an operand has.
// A state that has one itself keeps it, and an integer cannot have one. What is returned
// too is that state in PyTorch, here as before.
// RUN: fx-opt %s --passes='partition{by=stages:1},outline' | FileCheck %s
// CHECK: {{^}}graph():
// CHECK: %invoke_subgraph : {{.*}}invoke_subgraph]
// CHECK: %[[MEAN:.*]] : {{.*}}getitem](args = (%invoke_subgraph, 0)
// CHECK-NEXT: %[[DETACH:.*]] : [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%[[MEAN]],)
// CHECK-SAME: val: tensor(torch.float32, (2,)
// CHECK-NEXT: %[[COUNT:.*]] : {{.*}}getitem](args = (%invoke_subgraph, 1)
// CHECK-NEXT: %[[KEPT:.*]] : {{.*}}getitem](args = (%invoke_subgraph, 2)
// CHECK-NEXT: %[[Y:.*]] : {{.*}}getitem](args = (%invoke_subgraph, 3)
// CHECK-NEXT: %output : {{.*}}(args = ((%[[DETACH]], %[[COUNT]], %[[KEPT]], %[[Y]], %[[DETACH]]),)
fx 1
module {
  mean = buffer(torch.float32, (2,))
  count = buffer(torch.int64, ())
  kept = buffer(torch.float32, (2,))
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %b_mean : [num_users=1] = placeholder[target=b_mean] {input_spec: ("buffer", "mean", True), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %b_count : [num_users=1] = placeholder[target=b_count] {input_spec: ("buffer", "count", True), val: tensor(torch.int64, (), (), device("cpu"))}
    %b_kept : [num_users=1] = placeholder[target=b_kept] {input_spec: ("buffer", "kept", True), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %mean : [num_users=2] = call_function[target=torch.ops.aten.mul.Tensor](args = (%b_mean, 0.5), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %count : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%b_count, 1), kwargs = {}) {val: tensor(torch.int64, (), (), device("cpu"))}
    %kept : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%b_kept, %x), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"), requires_grad=True)}
    %y : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"), requires_grad=True)}
    %output : [num_users=0] = output[target=output](args = ((%mean, %count, %kept, %y, %mean),), kwargs = {}) {output_specs: (("buffer_mutation", "mean"), ("buffer_mutation", "count"), ("buffer_mutation", "kept"), ("user_output",), ("user_output",))}
