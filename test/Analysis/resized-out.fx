// `out=` takes the sizes of the result. Kernels give it the strides of the result, PyTorch's fake
// tensors dense ones; both are right, and no others.
// RUN: fx-opt %s --check-values --print-format=none --verify-diagnostics
fx 1
graph():
    %x : [num_users=4] = placeholder[target=x] {val: tensor(torch.float32, (3, 4), (1, 3), device("cpu"))}
    %o : [num_users=3] = placeholder[target=o] {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %kernel : [num_users=0] = call_function[target=torch.ops.aten.add.out](args = (%x, 1), kwargs = {out: %o}) {val: tensor(torch.float32, (3, 4), (1, 3), device("cpu"))}
    %fake : [num_users=0] = call_function[target=torch.ops.aten.add.out](args = (%x, 1), kwargs = {out: %o}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    // expected-error@+1 {{strides}}
    %other : [num_users=0] = call_function[target=torch.ops.aten.add.out](args = (%x, 1), kwargs = {out: %o}) {val: tensor(torch.float32, (3, 4), (8, 2), device("cpu"))}
    return %x
