// RUN: fx-opt %s --verify-diagnostics --passes='rewrite{only=relu-of-relu,merge-reshapes remarks}'
// A matched value that others use stays. It may not become the result, or have
// been memory of the result, where somebody writes it later.
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (2, 3, 4), (12, 4, 1), device("cpu"))}
    %a = call_function[target=torch.relu](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3, 4), (12, 4, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'relu-of-relu' matches and is not applied: alias: %a would share other memory, and %c writes it later}}
    %b = call_function[target=torch.relu](args = (%a,), kwargs = {}) {val: tensor(torch.float32, (2, 3, 4), (12, 4, 1), device("cpu"))}
    %c = call_method[target=add_](args = (%a, 1), kwargs = {}) {val: tensor(torch.float32, (2, 3, 4), (12, 4, 1), device("cpu"))}
    %d = call_function[target=torch.transpose](args = (%b, 0, 2), kwargs = {}) {val: tensor(torch.float32, (4, 3, 2), (1, 4, 12), device("cpu"))}
    %e = call_method[target=reshape](args = (%d, [6, 4]), kwargs = {}) {val: tensor(torch.float32, (6, 4), (4, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'merge-reshapes' matches and is not applied: alias: %d would share other memory, and %g writes it later}}
    %f = call_method[target=view](args = (%e, [24]), kwargs = {}) {val: tensor(torch.float32, (24,), (1,), device("cpu"))}
    %g = call_method[target=add_](args = (%e, 1), kwargs = {}) {val: tensor(torch.float32, (6, 4), (4, 1), device("cpu"))}
    %h = call_function[target=torch.relu](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3, 4), (12, 4, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'relu-of-relu' is applied}}
    %i = call_function[target=torch.relu](args = (%h,), kwargs = {}) {val: tensor(torch.float32, (2, 3, 4), (12, 4, 1), device("cpu"))}
    %j = call_function[target=torch.neg](args = (%h,), kwargs = {}) {val: tensor(torch.float32, (2, 3, 4), (12, 4, 1), device("cpu"))}
    return (%f, %i, %j)
