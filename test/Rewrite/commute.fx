// RUN: fx-opt %s --passes='rewrite{rules=%S/Inputs/guards.fxr only=silu}' --print-format=fx | FileCheck %s
// Either order, every spelling, and modules match.
// CHECK-COUNT-5: torch._C._nn.silu]
// CHECK-NOT: {{mul|sigmoid|expit}}
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %sa = call_function[target=torch.sigmoid](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %a = call_function[target=torch.mul](args = (%x, %sa), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %sb = call_method[target=sigmoid](args = (%a,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %b = call_function[target=operator.mul](args = (%sb, %a), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %sc = call_function[target=torch.nn.functional.sigmoid](args = (%b,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %c = call_method[target=mul](args = (%b, %sc), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %sd = call_function[target=torch.special.expit](args = (%c,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %d = call_function[target=torch.multiply](args = (%c, %sd), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %se = call_method[target=sigmoid](args = (%d,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %e = call_function[target=torch.mul](args = (%d, %se), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %f = call_function[target=torch.neg](args = (%e,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    return %f
