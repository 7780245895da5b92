// Constants, parameters and other inputs take part.
// RUN: fx-opt %s --split-input-file --invert=x --print-format=fx | FileCheck %s

// y = 2 * x + 3
// CHECK-LABEL: graph():
// CHECK-NEXT: %output : {{.*}} placeholder[target=output]
// CHECK-NEXT: %sub : {{.*}} call_function[target=operator.sub](args = (%output, 3), kwargs = {})
// CHECK-NEXT: %truediv : {{.*}} call_function[target=operator.truediv](args = (%sub, 2), kwargs = {})
// CHECK-NEXT: return truediv
graph():
    %x : [num_users=1] = placeholder[target=x]
    %mul : [num_users=1] = call_function[target=operator.mul](args = (2, %x), kwargs = {})
    %add : [num_users=1] = call_function[target=operator.add](args = (%mul, 3), kwargs = {})
    return add
// -----
// y = 5 - x / relu(w), and c - y
// CHECK-LABEL: graph():
// CHECK-NEXT: %output : {{.*}} placeholder[target=output]
// CHECK-NEXT: %c : {{.*}} placeholder[target=c]
// CHECK-NEXT: %w : {{.*}} get_attr[target=w]
// CHECK-NEXT: %relu : {{.*}} call_function[target=torch.relu](args = (%w,), kwargs = {})
// CHECK-NEXT: %sub : {{.*}} call_function[target=operator.sub](args = (%c, %output), kwargs = {})
// CHECK-NEXT: %sub_1 : {{.*}} call_function[target=operator.sub](args = (5, %sub), kwargs = {})
// CHECK-NEXT: %mul : {{.*}} call_function[target=operator.mul](args = (%sub_1, %relu), kwargs = {})
// CHECK-NEXT: return mul
graph():
    %x : [num_users=1] = placeholder[target=x]
    %c : [num_users=1] = placeholder[target=c]
    %unused : [num_users=0] = placeholder[target=unused]
    %w : [num_users=1] = get_attr[target=w]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%w,), kwargs = {})
    %dead : [num_users=0] = call_function[target=torch.sigmoid](args = (%x,), kwargs = {})
    %truediv : [num_users=1] = call_function[target=operator.truediv](args = (%x, %relu), kwargs = {})
    %sub : [num_users=1] = call_function[target=operator.sub](args = (5, %truediv), kwargs = {})
    %sub_1 : [num_users=1] = call_function[target=operator.sub](args = (%c, %sub), kwargs = {})
    return sub_1
