// RUN: fx-opt %s --verify-diagnostics --passes='rewrite{rules=%S/Inputs/casts.fxr remarks}' -o %t.fx
// A cast to another dtype copies, one to the same dtype is its operand: what takes its place
// must not share memory that it did not share.
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %a = call_function[target=torch.clone](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %b = call_method[target=to](args = (%a, torch.float64), kwargs = {}) {val: tensor(torch.float64, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'there-and-back' matches and is not applied: alias: %a would share other memory, and %w writes it later}}
    %c = call_method[target=to](args = (%b, torch.float32), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %w = call_method[target=add_](args = (%a, 1), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // No write comes later.
    %d = call_method[target=to](args = (%w, torch.float64), kwargs = {}) {val: tensor(torch.float64, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'there-and-back' is applied}}
    %e = call_method[target=to](args = (%d, torch.float32), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %f = call_function[target=torch.exp](args = (%e,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // The same tensor before and after.
    %g = call_function[target=torch.clone](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'same' is applied}}
    %h = call_method[target=to](args = (%g, torch.float32), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %i = call_method[target=add_](args = (%g, 1), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %j = call_function[target=torch.exp](args = (%h,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    return (%c, %f, %i, %j)
