// RUN: fx-opt %s --verify-diagnostics --passes='rewrite{rules=%S/Inputs/effects.fxr remarks}'
// A call that writes does not match, nor one that nothing is known of, unless it is named in full.
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %a = call_function[target=torch.neg](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %w = call_method[target=relu_](args = (%a,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %b = call_function[target=torch.nn.functional.relu](args = (%w, True), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %c = call_function[target=torch.relu](args = (%b,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'twice' is applied}}
    %d = call_function[target=torch.relu](args = (%c,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %u = call_function[target=mine.unknown](args = (%d,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %e = call_function[target=torch.relu](args = (%u,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    return %e
