// A wrong number of users is a warning, and printed right.
// RUN: fx-opt %s 2>&1 | FileCheck %s
// RUN: fx-opt %s --print-format=fx 2>/dev/null | FileCheck %s --check-prefix=FX
fx 1
graph():
    %x : [num_users=7] = placeholder[target=x]
    %y : [num_users=0] = placeholder[target=y]
    %relu : torch.Tensor = call_function[target=torch.relu](args = (%x,), kwargs = {})
    return (%relu, %y)
// CHECK: user-counts.fx:6:5: warning: %x has 1 user, not 7
// CHECK: :7:5: warning: %y has 1 user, not 0
// CHECK: %x : [num_users=1] = placeholder
// CHECK: %relu : torch.Tensor [num_users=1] =
// FX: %x : [num_users=1] = placeholder
