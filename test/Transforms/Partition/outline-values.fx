fx 1
// Attributes that are neither tensors nor modules stay where they are: their values
// become inputs of the part.
// RUN: fx-opt %s --passes=outline | FileCheck %s
module {
  scale = value(2.5)
  w = parameter(torch.float32, (4,))
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %scale : [num_users=1] = get_attr[target=scale]
    %w : [num_users=1] = get_attr[target=w]
    %m : [num_users=1] = call_function[target=torch.mul](args = (%x, %scale), kwargs = {}) {tag: "t"}
    %n : [num_users=1] = call_function[target=torch.mul](args = (%m, %w), kwargs = {}) {tag: "t"}
    return %n

// CHECK:      module {
// CHECK-NEXT:   scale = value(2.5)
// CHECK-NEXT:   t = torch.fx.graph_module.GraphModule {
// CHECK-NEXT:     w = parameter(
// CHECK:          %scale : {{.*}}placeholder[target=scale]
// CHECK:      {{^}}graph():
// CHECK:      %scale : {{.*}}get_attr[target=scale]
// CHECK-NEXT: %t : {{.*}}call_module[target=t](args = (%x, %scale), kwargs = {})
