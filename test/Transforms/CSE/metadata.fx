// The first node keeps what it has.
// RUN: fx-opt %s --cse | FileCheck %s
// CHECK: %relu : torch.Tensor [num_users=1] = {{.*}} {tag: "first"}
// CHECK-NEXT: %add : [num_users=1] = {{.*}}(args = (%relu, %relu), kwargs = {}) {seq_nr: 7}

fx 1
graph():
    %x : [num_users=2] = placeholder[target=x]
    %relu : torch.Tensor [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {}) {tag: "first"}
    %relu_1 : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {}) {tag: "second", seq_nr: 3}
    %add : [num_users=1] = call_function[target=operator.add](args = (%relu, %relu_1), kwargs = {}) {seq_nr: 7}
    return %add
