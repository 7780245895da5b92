// RUN: fx-opt %s --split-input-file --verify-diagnostics --infer-values
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-error@+1 {{there is no rule for the value of 'torch.ops.mine.op.default'; give the node a 'val', or declare a ValueRule for the operator}}
    %op : [num_users=1] = call_function[target=torch.ops.mine.op.default](args = (%x,), kwargs = {})
    return %op

// -----
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-error@+1 {{'torch.ops.aten.mm.default' cannot be computed: sizes 3 and 2 do not match}}
    %mm : [num_users=1] = call_function[target=torch.ops.aten.mm.default](args = (%x, %y), kwargs = {})
    return %mm

// -----
fx 1
graph():
    // expected-error@+1 {{%x has no 'val', which describes its value; infer-values adds it where there is a rule for the operator}}
    %x : [num_users=0] = placeholder[target=x]
    return None

// -----
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-error@+1 {{the value of 'torch.ops.aten.nonzero.default' cannot be inferred: the number of results depends on data}}
    %nonzero : [num_users=1] = call_function[target=torch.ops.aten.nonzero.default](args = (%x,), kwargs = {})
    return %nonzero
