fx 1
// Results of a part become items of its call, and what they needed goes.
// RUN: fx-opt %s --passes=outline | FileCheck %s
module {
  a = parameter(torch.float32, (4,))
  b = parameter(torch.float32, (4,))
}
graph():
    %x : [num_users=2] = placeholder[target=x]
    %a : [num_users=1] = get_attr[target=a]
    %b : [num_users=1] = get_attr[target=b]
    %m : [num_users=1] = call_function[target=torch.mul](args = (%x, %a), kwargs = {}) {tag: "t"}
    %n : [num_users=1] = call_function[target=torch.mul](args = (%x,), kwargs = {other: %b}) {tag: "t"}
    return (%m, %n)

// CHECK:      module {
// CHECK-NEXT:   t = torch.fx.graph_module.GraphModule {
// CHECK-NEXT:     a = parameter(torch.float32, (4,), record="a")
// CHECK-NEXT:     b = parameter(torch.float32, (4,), record="b")
// CHECK:      {{^}}graph():
// CHECK-NEXT: %x :
// CHECK-NEXT: %t : [num_users=2] = call_module[target=t](args = (%x,), kwargs = {})
// CHECK-NEXT: %m : {{.*}}getitem](args = (%t, 0)
// CHECK-NEXT: %n : {{.*}}getitem](args = (%t, 1)
// CHECK-NEXT: return (%m, %n)
