fx 1
// What the pass must not touch. The graph is printed as it was.
//
// RUN: %fx-opt %s --replace-gelu --verify-diagnostics | FileCheck %s

// CHECK: call_function[target=torch.nn.functional.gelu](args = (%x,), kwargs = {approximate: "tanh"})
// CHECK-NEXT: call_method[target=relu](args = (%gelu,), kwargs = {})
graph():
    %x : [num_users=1] = placeholder[target=x]
    // expected-warning@+1 {{replace-gelu: this is another function and stays}}
    %gelu : [num_users=1] = call_function[target=torch.nn.functional.gelu](args = (%x,), kwargs = {approximate: "tanh"})
    %relu : [num_users=1] = call_method[target=relu](args = (%gelu,), kwargs = {})
    return %relu
