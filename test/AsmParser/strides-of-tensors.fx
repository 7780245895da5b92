// A tensor has a stride for each size, unless none is known or it is
// sparse.
// RUN: fx-opt %s --split-input-file --verify-diagnostics --print-format=none
fx 1
graph():
    %a = placeholder[target=a] {val: tensor(torch.float32, (2, 3), None, device("cpu"))}
    %b = placeholder[target=b] {val: tensor(torch.float32, (2, 3), (), device("cpu"), layout=torch.sparse_coo)}
    %c = placeholder[target=c] {val: tensor(torch.float32, (2, 3), (), device("cpu"))}
    return (%a, %b, %c)

// -----

fx 1
graph():
    // expected-error@+1 {{a tensor of 2 sizes has as many strides, and not 1; None says that they are not known}}
    %a = placeholder[target=a] {val: tensor(torch.float32, (2, 3), (3,), device("cpu"))}
    return None

// -----

fx 1
graph():
    // expected-error@+1 {{a tensor of 0 sizes has as many strides, and not 1; None says that they are not known}}
    %a = placeholder[target=a] {val: tensor(torch.float32, (), (1,), device("cpu"), requires_grad=True)}
    return None
