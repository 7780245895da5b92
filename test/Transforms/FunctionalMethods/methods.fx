// Names, users, metadata and types stay.
// RUN: fx-opt %s --functional-methods > %t
// RUN: FileCheck %s < %t
// RUN: fx-opt %t --functional-methods | diff %t -

// CHECK: %a : torch.Tensor [num_users=2] = call_function[target=torch.relu](args = (%x,), kwargs = {}) {tag: "foo"}
// CHECK: %b : {{.*}} call_function[target=torch.permute](args = (%a, (1, 0)), kwargs = {})
// CHECK: %c : {{.*}} call_function[target=torch.add](args = (%a, %b), kwargs = {alpha: 2})
// CHECK: %d : {{.*}} call_function[target=torch.flatten](args = (%c, 1), kwargs = {})
// CHECK: %e : {{.*}} call_function[target=torch.relu_](args = (%d,), kwargs = {})
// CHECK: %f : {{.*}} call_function[target=torch.transpose](args = (%e, 0, 1), kwargs = {})
// CHECK: %g : {{.*}} call_function[target=torch.sum](args = (%f,), kwargs = {dim: 1})

fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
    %a : torch.Tensor [num_users=2] = call_method[target=relu](args = (%x,), kwargs = {}) {tag: "foo"}
    %b : [num_users=1] = call_method[target=permute](args = (%a, 1, 0), kwargs = {})
    %c : [num_users=1] = call_method[target=add](args = (%a, %b), kwargs = {alpha: 2})
    %d : [num_users=1] = call_method[target=flatten](args = (%c, 1), kwargs = {})
    %e : [num_users=1] = call_method[target=relu_](args = (%d,), kwargs = {})
    %f : [num_users=1] = call_method[target=transpose](args = (%e, 0, 1), kwargs = {})
    %g : [num_users=1] = call_method[target=sum](args = (%f,), kwargs = {dim: 1})
    return %g
