// Outputs do not come to share memory that they did not share before; what stays
// inside is merged all the same.
// RUN: fx-opt %s --cse --split-input-file --print-format=fx | FileCheck %s

// CHECK-LABEL: graph():
// CHECK: %relu : [num_users=2]
// CHECK-NEXT: %relu_1 : [num_users=1]
// CHECK-NEXT: %neg : [num_users=1] = call_function[target=torch.neg](args = (%relu,), kwargs = {})
// CHECK-NEXT: return (relu, relu_1, neg)
graph():
    %x : [num_users=3] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %relu_1 : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %relu_2 : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %neg : [num_users=1] = call_function[target=torch.neg](args = (%relu_2,), kwargs = {})
    return (relu, relu_1, neg)
// -----
// Views of the two are outputs.
// CHECK-LABEL: graph():
// CHECK: %relu : [num_users=1]
// CHECK: %relu_1 : [num_users=1]
graph():
    %x : [num_users=2] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %relu_1 : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %view : [num_users=1] = call_method[target=view](args = (%relu, -1), kwargs = {})
    %view_1 : [num_users=1] = call_method[target=view](args = (%relu_1, -1), kwargs = {})
    return [view, view_1]
// -----
// An attribute is one object anyway.
// CHECK-LABEL: graph():
// CHECK-NEXT: %w : [num_users=1]
// CHECK-NEXT: return (w, w)
graph():
    %w : [num_users=1] = get_attr[target=w]
    %w_1 : [num_users=1] = get_attr[target=w]
    return (w, w_1)
