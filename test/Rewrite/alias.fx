// RUN: fx-opt %s --verify-diagnostics --passes='rewrite{rules=%S/Inputs/guards.fxr only={drop-clone} remarks}'
// A result may share memory with other values than before only where nobody can tell.
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %s = placeholder[target=s] {val: tensor(torch.float32, (), (), device("cpu"))}
    %n = call_function[target=torch.relu](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'drop-clone' is applied}}
    %a = call_method[target=clone](args = (%n,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %b = call_function[target=torch.neg](args = (%a,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // Both would be the same tensor for the caller.
    // expected-remark@+1 {{rule 'drop-clone' matches and is not applied: alias: %c and %n are both seen outside of the graph}}
    %c = call_method[target=clone](args = (%n,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // So would an input and an output.
    // expected-remark@+1 {{rule 'drop-clone' matches and is not applied: alias: %d and %s are both seen outside of the graph}}
    %d = call_method[target=clone](args = (%s,), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    // A view of it counts.
    %v = call_function[target=torch.permute](args = (%n, [1, 0]), kwargs = {}) {val: tensor(torch.float32, (3, 2), (1, 3), device("cpu"))}
    // expected-remark@+1 {{rule 'drop-clone' matches and is not applied: alias: %e and %v are both seen outside of the graph}}
    %e = call_method[target=clone](args = (%v,), kwargs = {}) {val: tensor(torch.float32, (3, 2), (1, 3), device("cpu"))}
    // One of the two is returned.
    %m = call_function[target=torch.neg](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'drop-clone' is applied}}
    %f = call_method[target=clone](args = (%m,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    return (%n, %b, %c, %d, %e, %f)
