// What Python cannot give by keyword keeps its place: parameters that are called
// like keywords of Python, and `self`, which PyTorch 1 takes for the operator.
// RUN: fx-opt %s --passes='normalize-args{only-kwargs}' --print-format=fx \
// RUN:   | FileCheck %s

// CHECK: %uniform_ : {{.*}}(args = (%x, 0), kwargs = {to: 2})
// CHECK: %to : {{.*}}(args = (%x,), kwargs = {to: 2})
// CHECK: %slice_1 : {{.*}}(args = (%x,), kwargs = {dim: 0, start: 1})
// CHECK: %copy_ : {{.*}}(args = (%x,), kwargs = {other: %y, non_blocking: True})

graph():
    %x : [num_users=4] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %uniform_ : [num_users=0] = call_method[target=uniform_](args = (%x, 0, 2), kwargs = {})
    %to : [num_users=0] = call_method[target=uniform_](args = (%x,), kwargs = {to: 2})
    %slice_1 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%x, 0, 1), kwargs = {})
    %copy_ : [num_users=0] = call_method[target=copy_](args = (%x, %y, True), kwargs = {})
    return slice_1
