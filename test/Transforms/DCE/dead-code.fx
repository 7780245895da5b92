// Chains of dead nodes go at once; placeholders and outputs stay.
// RUN: fx-opt %s --dce --print-format=fx --stats > %t 2> %t.stats
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=STATS < %t.stats

// CHECK: graph():
// CHECK-NEXT: %x : [num_users=1] = placeholder[target=x]
// CHECK-NEXT: %unused : [num_users=0] = placeholder[target=unused]
// CHECK-NEXT: %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
// CHECK-NEXT: %late : [num_users=1] = placeholder[target=late]
// CHECK-NEXT: return (relu, late)
// STATS: 5 num-erased

graph():
    %x : [num_users=2] = placeholder[target=x]
    %unused : [num_users=0] = placeholder[target=unused]
    %w : [num_users=1] = get_attr[target=w]
    %relu : [num_users=2] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %neg : [num_users=1] = call_method[target=neg](args = (%x,), kwargs = {})
    %late : [num_users=1] = placeholder[target=late]
    %cat : [num_users=1] = call_function[target=torch.cat](args = ([%relu, %neg, %w],), kwargs = {dim: 1})
    %size : [num_users=1] = call_method[target=size](args = (%cat, 0), kwargs = {})
    %exp : [num_users=0] = call_function[target=torch.full](args = ((%size,), 1.0), kwargs = {})
    return (relu, late)
