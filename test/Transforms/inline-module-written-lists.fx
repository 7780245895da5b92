// A list or dictionary that the call spells out is one object in the body: where that may be
// written, it becomes a node, and all uses are of this.
// RUN: fx-opt %s --inline-module=sub | FileCheck %s
// CHECK: %x :
// CHECK-NEXT: %y :
// CHECK-NEXT: %[[L:.+]] : {{.*}}call_function[target=builtins.list](args = ([%x],), kwargs = {})
// CHECK-NEXT: %[[P:.+]] : {{.*}}call_function[target=builtins.list](args = ([%x],), kwargs = {})
// CHECK-NEXT: call_function[target=operator.setitem](args = (%[[L]], 0, %y), kwargs = {})
// CHECK-NEXT: call_method[target=append](args = (%[[P]], %y), kwargs = {})
// CHECK-NEXT: %[[ITEM:.+]] : {{.*}}call_function[target=operator.getitem](args = (%[[L]], 0), kwargs = {})
// What is only read needs none.
// CHECK-NEXT: %[[SUM:.+]] : {{.*}}call_function[target=operator.add](args = (%[[ITEM]], %x), kwargs = {})
// CHECK-NEXT: call_function[target=operator.add](args = (%[[SUM]], %x), kwargs = {})
fx 1
module {
  sub = torch.fx.GraphModule {
    graph():
        %l : [num_users=2] = placeholder[target=l]
        %d : [num_users=1] = placeholder[target=d]
        %p : [num_users=1] = placeholder[target=p]
        %read : [num_users=1] = placeholder[target=read]
        %y : [num_users=2] = placeholder[target=y]
        %set : [num_users=0] = call_function[target=operator.setitem](args = (%l, 0, %y), kwargs = {})
        %inner : [num_users=1] = call_function[target=operator.getitem](args = (%p, 0), kwargs = {})
        %append : [num_users=0] = call_method[target=append](args = (%inner, %y), kwargs = {})
        %item : [num_users=1] = call_function[target=operator.getitem](args = (%l, 0), kwargs = {})
        %first : [num_users=1] = call_function[target=operator.getitem](args = (%d, "k"), kwargs = {})
        %second : [num_users=1] = call_function[target=operator.getitem](args = (%read, 0), kwargs = {})
        %sum : [num_users=1] = call_function[target=operator.add](args = (%item, %first), kwargs = {})
        %sum_1 : [num_users=1] = call_function[target=operator.add](args = (%sum, %second), kwargs = {})
        return %sum_1
  }
}
graph():
    %x : [num_users=4] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %r : [num_users=1] = call_module[target=sub](args = ([%x], {"k": %x}, ([%x], 1), [%x], %y), kwargs = {})
    return %r
