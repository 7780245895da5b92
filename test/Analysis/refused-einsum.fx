// Equations that PyTorch refuses, and operands that do not fit them.
// RUN: fx-opt %s --passes='check-values{remarks exact}' --print-format=none 2>&1 | FileCheck %s

fx 1
graph():
    %x : [num_users=24] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %y : [num_users=2] = placeholder[target=y] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %z : [num_users=2] = placeholder[target=z] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %u : [num_users=2] = placeholder[target=u] {val: tensor(torch.float32, (4, 3), (3, 1), device("cpu"))}
    %i : [num_users=1] = placeholder[target=i] {val: tensor(torch.float64, (3,), (1,), device("cpu"))}
// CHECK: the value of %e0 was not checked: the value of 'torch.ops.aten.einsum.default' cannot be inferred: the equation does not fit the operands
    %e0 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,b->ac", [%x, %y]), kwargs = {}) {val: 1}
// CHECK: the value of %e1 was not checked: the value of 'torch.ops.aten.einsum.default' cannot be inferred: the equation does not fit the operands
    %e1 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab->aa", [%x]), kwargs = {}) {val: 1}
// CHECK: the value of %e2 was not checked: the value of 'torch.ops.aten.einsum.default' cannot be inferred: the equation does not fit the operands
    %e2 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab", [%x, %y]), kwargs = {}) {val: 1}
// CHECK: the value of %e3 was not checked: the value of 'torch.ops.aten.einsum.default' cannot be inferred: the equation does not fit the operands
    %e3 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,b", [%x]), kwargs = {}) {val: 1}
// CHECK: the value of %e4 was not checked: the value of 'torch.ops.aten.einsum.default' cannot be inferred: the equation does not fit the operands
    %e4 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("a->a", [%x]), kwargs = {}) {val: 1}
// CHECK: the value of %e5 was not checked: the value of 'torch.ops.aten.einsum.default' cannot be inferred: the equation does not fit the operands
    %e5 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("abc->a", [%x]), kwargs = {}) {val: 1}
// CHECK: the value of %e6 was not checked: the value of 'torch.ops.aten.einsum.default' cannot be inferred: the equation does not fit the operands
    %e6 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("......->", [%x]), kwargs = {}) {val: 1}
// CHECK: the value of %e7 was not checked: the value of 'torch.ops.aten.einsum.default' cannot be inferred: the equation does not fit the operands
    %e7 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("...abc->a", [%x]), kwargs = {}) {val: 1}
// CHECK: the value of %e8 was not checked: the value of 'torch.ops.aten.einsum.default' cannot be inferred: the equation does not fit the operands
    %e8 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("a1->a", [%x]), kwargs = {}) {val: 1}
// CHECK: the value of %e9 was not checked: the value of 'torch.ops.aten.einsum.default' cannot be inferred: the equation does not fit the operands
    %e9 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("a@", [%x]), kwargs = {}) {val: 1}
// CHECK: the value of %e10 was not checked: the value of 'torch.ops.aten.einsum.default' cannot be inferred: the equation does not fit the operands
    %e10 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("a[", [%x]), kwargs = {}) {val: 1}
// CHECK: the value of %e11 was not checked: the value of 'torch.ops.aten.einsum.default' cannot be inferred: the equation does not fit the operands
    %e11 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("a`", [%x]), kwargs = {}) {val: 1}
// CHECK: the value of %e12 was not checked: the value of 'torch.ops.aten.einsum.default' cannot be inferred: the equation does not fit the operands
    %e12 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("a{", [%x]), kwargs = {}) {val: 1}
// CHECK: the value of %e13 was not checked: the value of 'torch.ops.aten.einsum.default' cannot be inferred: the equation does not fit the operands
    %e13 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab->......", [%x]), kwargs = {}) {val: 1}
// CHECK: the value of %e14 was not checked: the value of 'torch.ops.aten.einsum.default' cannot be inferred: the equation does not fit the operands
    %e14 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab->a1", [%x]), kwargs = {}) {val: 1}
// CHECK: the value of %e15 was not checked: the value of 'torch.ops.aten.einsum.default' cannot be inferred: the equation does not fit the operands
    %e15 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("aa->a", [%x]), kwargs = {}) {val: 1}
// CHECK: the value of %e16 was not checked: 'torch.ops.aten.einsum.default' cannot be computed: sizes 3 and 4 do not broadcast
    %e16 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,b->a", [%x, %z]), kwargs = {}) {val: 1}
// CHECK: the value of %e17 was not checked: 'torch.ops.aten.einsum.default' cannot be computed: sizes 4 and 2 do not broadcast
    %e17 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("a,ab->b", [%z, %x]), kwargs = {}) {val: 1}
// CHECK: the value of %e18 was not checked: 'torch.ops.aten.einsum.default' cannot be computed: sizes 2 and 4 do not broadcast
    %e18 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("...b,...b->...", [%x, %u]), kwargs = {}) {val: 1}
// CHECK: the value of %e19 was not checked: 'torch.ops.aten.einsum.default' cannot be computed: sizes 2 and 4 do not broadcast
    %e19 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,ab->ab", [%x, %u]), kwargs = {}) {val: 1}
// CHECK: the value of %e20 was not checked: 'torch.ops.aten.einsum.default' cannot be computed: it multiplies torch.float32 and torch.float64
    %e20 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab,b->a", [%x, %i]), kwargs = {}) {val: 1}
// CHECK: the value of %e21 was not checked: the value of 'torch.ops.aten.einsum.default' cannot be inferred: the equation does not fit the operands
    %e21 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("a.b", [%x]), kwargs = {}) {val: 1}
// CHECK: the value of %e22 was not checked: the value of 'torch.ops.aten.einsum.default' cannot be inferred: the equation does not fit the operands
    %e22 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab->a->b", [%x]), kwargs = {}) {val: 1}
// CHECK: the value of %e23 was not checked: the value of 'torch.ops.aten.einsum.default' cannot be inferred: the equation does not fit the operands
    %e23 : [num_users=0] = call_function[target=torch.ops.aten.einsum.default](args = ("ab->a.", [%x]), kwargs = {}) {val: 1}
    return None
