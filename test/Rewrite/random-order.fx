// RUN: fx-opt %s --verify-diagnostics --passes='rewrite{rules=%S/Inputs/random-order.fxr remarks}'
// With a seed, numbers come in the order of the calls that draw them: a call does not move past
// another one that does, or that seeds them. Nor is it made once more where others use it.
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %a = call_function[target=torch.nn.functional.dropout](args = (%x, 0.5, True), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %b = call_function[target=torch.nn.functional.dropout](args = (%x, 0.5, True), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'drop-scale' matches and is not applied: effects: %b comes between %a, which draws random numbers, and %c, and may draw some too}}
    %c = call_function[target=operator.mul](args = (%a, 2.0), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'drop-scale' is applied}}
    %d = call_function[target=operator.mul](args = (%b, 2.0), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %e = call_function[target=torch.nn.functional.dropout](args = (%x, 0.5, True), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %f = call_function[target=torch.manual_seed](args = (0,), kwargs = {})
    // expected-remark@+1 {{rule 'drop-scale' matches and is not applied: write: %f comes between %e and the root, and may change %e}}
    %g = call_function[target=operator.mul](args = (%e, 2.0), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %h = call_function[target=torch.nn.functional.dropout](args = (%x, 0.5, True), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'again' matches and is not applied: effects: %h draws random numbers and has other users; the result would draw them again}}
    %i = call_function[target=operator.truediv](args = (%h, 2.0), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    return (%c, %d, %g, %h, %i)
