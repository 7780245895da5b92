// torch.fx: normalize_to_only_use_kwargs. Receivers of methods and parameters
// that have no name for callers keep their places, and so does `from`, which
// Python's grammar keeps for itself.
// RUN: fx-opt %s --passes='normalize-args{only-kwargs}' --print-format=fx \
// RUN:   | FileCheck %s

// CHECK: %relu : {{.*}}(args = (), kwargs = {input: %x, inplace: True})
// CHECK: %sum_1 : {{.*}}(args = (%x,), kwargs = {dim: 1, keepdim: True})
// CHECK: %add : {{.*}}(args = (%x, 1), kwargs = {})
// CHECK: %conv : {{.*}}(args = (), kwargs = {input: %x, weight: %relu, bias: None, stride: 2})
// CHECK: %getitem : {{.*}}(args = (%x, 0), kwargs = {})
// CHECK: %uniform_ : {{.*}}(args = (%conv, -1), kwargs = {to: 1})
// CHECK: %add_1 : {{.*}}(args = (%x,), kwargs = {other: %conv, alpha: 2})
// CHECK: %copy_ : {{.*}}(args = (%x,), kwargs = {other: %conv})
// CHECK: %_set_grad_enabled : {{.*}}(args = (True,), kwargs = {})

graph():
    %x : [num_users=7] = placeholder[target=x]
    %relu : [num_users=2] = call_function[target=torch.nn.functional.relu](args = (%x, True), kwargs = {})
    %sum_1 : [num_users=1] = call_method[target=sum](args = (%x, 1, True), kwargs = {})
    %add : [num_users=1] = call_function[target=operator.add](args = (%x, 1), kwargs = {})
    %conv : [num_users=4] = call_function[target=torch.conv2d](args = (%x, %relu, None, 2), kwargs = {})
    %getitem : [num_users=1] = call_method[target=__getitem__](args = (%x, 0), kwargs = {})
    %uniform_ : [num_users=1] = call_method[target=uniform_](args = (%conv, -1, 1), kwargs = {})
    %add_1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %conv), kwargs = {alpha: 2})
    %copy_ : [num_users=0] = call_method[target=copy_](args = (%x, %conv), kwargs = {})
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    return (relu, sum_1, add, conv, getitem, uniform_, add_1)
