// A new node has what is known of the step that it undoes, and the type of the
// value that it computes.
// RUN: fx-opt %s --invert | FileCheck %s

// CHECK: %output : {{.*}} {val: tensor(torch.float32, (3,), None, None)}
// CHECK-NEXT: %log : {{.*}} {tag: "second", val: tensor(torch.float32, (3,), (1,), None)}
// CHECK-NEXT: %neg : {{.*}} {tag: "first", val: tensor(torch.float32, (3,), (1,), None)}

fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), None, None)}
    %neg : [num_users=1] = call_method[target=neg](args = (%x,), kwargs = {}) {tag: "first", val: tensor(torch.float32, (3,), None, None)}
    %exp : [num_users=1] = call_function[target=torch.exp](args = (%neg,), kwargs = {}) {val: tensor(torch.float32, (3,), None, None), tag: "second"}
    return %exp
