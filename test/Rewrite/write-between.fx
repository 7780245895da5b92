// RUN: fx-opt %s --verify-diagnostics --passes='rewrite{rules=%S/Inputs/guards.fxr only={silu} remarks}'
// What a pattern reads is not written before the place of the result.
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %n = call_function[target=torch.relu](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %s = call_function[target=torch.sigmoid](args = (%n,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %w = call_method[target=add_](args = (%n, 1), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'silu' matches and is not applied: write: %w comes between %s and the root, and may change %n}}
    %y = call_function[target=torch.mul](args = (%n, %s), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // The result of an inner node may be written too.
    %m = call_function[target=torch.relu](args = (%y,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %t = call_function[target=torch.sigmoid](args = (%m,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %u = call_method[target=add_](args = (%t, 1), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'silu' matches and is not applied: write: %u comes between %t and the root, and may change %t}}
    %z = call_function[target=torch.mul](args = (%m, %t), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // Other memory is nobody's concern.
    %o = call_function[target=torch.relu](args = (%z,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %p = call_function[target=torch.relu](args = (%z,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %q = call_function[target=torch.sigmoid](args = (%o,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %r = call_method[target=add_](args = (%p, 1), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'silu' is applied}}
    %v = call_function[target=torch.mul](args = (%o, %q), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    return (%v, %p)
