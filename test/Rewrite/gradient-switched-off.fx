fx 1
// RUN: fx-opt %s --rewrite='only=drop-view' | FileCheck %s
// RUN: fx-opt %s --passes='rewrite{only=drop-view remarks=true}' -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY

// A view that is made without gradients has none, though its base has one.
// CHECK-NOT: %a :
// CHECK: %b : {{.*}}view.default](args = (%neg, [2, 3])
// WHY: gradient: %neg may have one, and %b is made after %_set_grad_enabled
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %neg : [num_users=2] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%neg, [2, 3]), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %exp : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%a,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %b : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%neg, [2, 3]), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %sin : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%b,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    return (%exp, %sin)
