// RUN: fx-opt %s --verify-diagnostics --passes='rewrite{rules=%S/Inputs/guards.fxr only={drop-clone} remarks}'
// A copy stays where what it copied, or it itself, is written later.
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %n = call_function[target=torch.relu](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'drop-clone' is applied}}
    %z = call_method[target=clone](args = (%n,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %b = call_function[target=torch.neg](args = (%z,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %p = call_function[target=torch.relu](args = (%b,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'drop-clone' matches and is not applied: alias: %p would share other memory, and %w writes it later}}
    %a = call_method[target=clone](args = (%p,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %w = call_method[target=add_](args = (%p, 1), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %q = call_function[target=torch.relu](args = (%b,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'drop-clone' matches and is not applied: alias: %c would share other memory, and %u writes it later}}
    %c = call_method[target=clone](args = (%q,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %u = call_method[target=mul_](args = (%c, 2), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // Nothing is known of a shape that is changed in place.
    %s = call_function[target=torch.relu](args = (%b,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %k = call_method[target=t_](args = (%s,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'drop-clone' matches and is not applied: alias: the shape of %s is changed in place}}
    %t = call_method[target=clone](args = (%s,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    return (%a, %q, %t)
