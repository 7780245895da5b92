// RUN: fx-opt %s --split-input-file --verify-diagnostics --passes='rewrite{rules=%S/Inputs/guards.fxr only={for-inference} remarks}'
// RUN: fx-opt %s --split-input-file --passes='rewrite{rules=%S/Inputs/guards.fxr only=for-inference inference}' --print-format=fx | FileCheck %s
// A rule for inference needs to be told so.
// CHECK: torch.abs
// CHECK-NOT: torch.abs
// CHECK: return
// CHECK: torch.abs
// CHECK-NOT: torch.abs
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %a = call_function[target=torch.abs](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'for-inference' matches and is not applied: gradient: the rule is for inference only}}
    %b = call_function[target=torch.abs](args = (%a,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    return %b

// -----

// Integers have no gradients.
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.int64, (2, 3), (3, 1), device("cpu"))}
    %a = call_function[target=torch.abs](args = (%x,), kwargs = {}) {val: tensor(torch.int64, (2, 3), (3, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'for-inference' is applied}}
    %b = call_function[target=torch.abs](args = (%a,), kwargs = {}) {val: tensor(torch.int64, (2, 3), (3, 1), device("cpu"))}
    return %b
