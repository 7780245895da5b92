// RUN: fx-opt %s --verify-diagnostics --passes='rewrite{rules=%S/Inputs/random.fxr remarks}'
// Calls that draw random numbers match only where they are named, and two draws are two.
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %a = call_function[target=torch.nn.functional.dropout](args = (%x, 0.5, True), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'by-name' is applied}}
    %b = call_function[target=torch.bernoulli](args = (%a,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %c = call_function[target=torch.rand_like](args = (%b,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %d = call_function[target=torch.rand_like](args = (%b,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %e = call_function[target=torch.sub](args = (%c, %d), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'same' is applied}}
    %f = call_function[target=torch.sub](args = (%c, %c), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %g = call_method[target=mul_](args = (%e, 2), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    return (%a, %e, %f)
