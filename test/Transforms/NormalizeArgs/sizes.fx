// `x.size()` is all sizes; it gets no dimension.
// RUN: fx-opt %s --passes='normalize-args{defaults=fill}' --print-format=fx \
// RUN:   | FileCheck %s

// CHECK: %size : {{.*}}(args = (%x,), kwargs = {})
// CHECK: %size_1 : {{.*}}(args = (%x, 1), kwargs = {})
// CHECK: %stride : {{.*}}(args = (%x,), kwargs = {})

graph():
    %x : [num_users=3] = placeholder[target=x]
    %size : [num_users=1] = call_method[target=size](args = (%x,), kwargs = {})
    %size_1 : [num_users=1] = call_method[target=size](args = (%x,), kwargs = {dim: 1})
    %stride : [num_users=1] = call_method[target=stride](args = (%x,), kwargs = {})
    return (size, size_1, stride)
