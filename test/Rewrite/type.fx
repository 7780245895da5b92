// RUN: fx-opt %s --verify-diagnostics --passes='rewrite{rules=%S/Inputs/guards.fxr only={mul-one} remarks}'
// The result has the type of what it replaces.
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %i = placeholder[target=i] {val: tensor(torch.int64, (3,), (1,), device("cpu"))}
    %u = placeholder[target=u] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %n = call_function[target=torch.neg](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %m = call_function[target=torch.neg](args = (%i,), kwargs = {}) {val: tensor(torch.int64, (3,), (1,), device("cpu"))}
    %k = call_function[target=torch.neg](args = (%u,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'mul-one' is applied}}
    %a = call_function[target=torch.mul](args = (%n, 1.0), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'mul-one' is applied}}
    %b = call_function[target=operator.mul](args = (1, %m), kwargs = {}) {val: tensor(torch.int64, (3,), (1,), device("cpu"))}
    // expected-remark@+1 {{rule 'mul-one' matches and is not applied: type: the result would differ: its dtype is torch.int64, not torch.float32}}
    %c = call_function[target=torch.mul](args = (%m, 1.0), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    return (%a, %b, %c)
