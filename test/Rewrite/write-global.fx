// RUN: fx-opt %s --verify-diagnostics --passes='rewrite{rules=%S/Inputs/guards.fxr only={silu} remarks}'
// Nothing that changes global state comes between the matched nodes.
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %s = call_function[target=torch.sigmoid](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %g = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {}) 
    // expected-remark@+1 {{rule 'silu' matches and is not applied: write: %g comes between %s and the root, and may change %s}}
    %y = call_function[target=torch.mul](args = (%x, %s), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %t = call_function[target=torch.sigmoid](args = (%y,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'silu' is applied}}
    %z = call_function[target=torch.mul](args = (%y, %t), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    return %z
