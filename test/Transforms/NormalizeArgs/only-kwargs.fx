// torch.fx: normalize_to_only_use_kwargs. Receivers of methods and parameters
// that have no name for callers keep their places.
// RUN: fx-opt %s --passes='normalize-args{only-kwargs}' --print-format=fx \
// RUN:   | FileCheck %s

// CHECK: %relu : {{.*}}(args = (), kwargs = {input: %x, inplace: True})
// CHECK: %sum_1 : {{.*}}(args = (%x,), kwargs = {dim: 1, keepdim: True})
// CHECK: %add : {{.*}}(args = (%x, 1), kwargs = {})
// CHECK: %conv : {{.*}}(args = (), kwargs = {input: %x, weight: %relu, bias: None, stride: 2})

graph():
    %x : [num_users=4] = placeholder[target=x]
    %relu : [num_users=2] = call_function[target=torch.nn.functional.relu](args = (%x, True), kwargs = {})
    %sum_1 : [num_users=1] = call_method[target=sum](args = (%x, 1, True), kwargs = {})
    %add : [num_users=1] = call_function[target=operator.add](args = (%x, 1), kwargs = {})
    %conv : [num_users=1] = call_function[target=torch.conv2d](args = (%x, %relu, None, 2), kwargs = {})
    return (relu, sum_1, add, conv)
