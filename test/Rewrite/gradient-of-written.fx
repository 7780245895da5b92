fx 1
// RUN: fx-opt %s --passes='rewrite{only=drop-detach inference=true}' | FileCheck %s
// RUN: fx-opt %s --passes='rewrite{only=drop-detach inference=true remarks=true}' -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY

// PyTorch writes to a detached parameter, but not to a view of one that it may
// differentiate, also where nobody asks for gradients.
// CHECK: %a : {{.*}}detach.default](args = (%w,)
// CHECK-NOT: detach
// CHECK: %neg : {{.*}}(args = (%exp,)
// WHY: gradient: %a is written by %fill_ later
graph():
    %w : [num_users=1] = placeholder[target=w] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %v : [num_users=1] = placeholder[target=v] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%w,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %exp : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%v,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %b : [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%exp,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %fill_ : [num_users=0] = call_function[target=torch.ops.aten.fill_.Scalar](args = (%a, 1), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%b,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    return %neg
