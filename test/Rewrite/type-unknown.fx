// RUN: fx-opt %s --verify-diagnostics --passes='rewrite{rules=%S/Inputs/guards.fxr only=mul-one remarks}'
// What is not known is not applied.
fx 1
graph():
    %x = placeholder[target=x] 
    %n = call_function[target=torch.neg](args = (%x,), kwargs = {}) 
    // expected-remark@+1 {{rule 'mul-one' matches and is not applied: type: the value of %a is not known; run infer-values before}}
    %a = call_function[target=torch.mul](args = (%n, 1.0), kwargs = {}) 
    return %a
