// RUN: fx-opt %s --verify-diagnostics --passes='rewrite{rules=%S/Inputs/guards.fxr only={dear,alone,both,silu,three} remarks}'
// Inner nodes with other users stay, and then the result may not cost more than what goes.
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %r = call_function[target=torch.relu](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'dear' matches and is not applied: shared: %r is used by others too, and stays}}
    %a = call_function[target=torch.neg](args = (%r,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %p = call_function[target=torch.relu](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'dear' is applied}}
    %b = call_function[target=torch.neg](args = (%p,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %s = call_function[target=torch.sigmoid](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'silu' is applied}}
    %c = call_function[target=torch.mul](args = (%x, %s), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %d = call_function[target=torch.ceil](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'alone' matches and is not applied: shared: %d is used by others too, and stays}}
    %e = call_function[target=torch.floor](args = (%d,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %j = call_function[target=torch.exp](args = (%d,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %f = call_function[target=torch.ceil](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'alone' is applied}}
    %g = call_function[target=torch.floor](args = (%f,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %h = call_function[target=torch.trunc](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'both' is applied}}
    %i = call_function[target=torch.neg](args = (%h,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %k = call_function[target=torch.relu](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %l = call_function[target=torch.ceil](args = (%k,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // What a shared node needs stays because of it: %k has one user.
    // expected-remark@+1 {{rule 'three' matches and is not applied: shared: %l is used by others too, and stays}}
    %m = call_function[target=torch.exp](args = (%l,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    return (%l, %m, %r, %a, %b, %s, %c, %j, %e, %g, %h, %i)
