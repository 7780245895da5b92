// RUN: fx-opt %s --dce | FileCheck %s

// CHECK: %y : [num_users=1] = placeholder[target=y]
// CHECK-NEXT: return %y
// CHECK: %x : [num_users=1] = placeholder[target=x]
// CHECK-NEXT: %sub : [num_users=1] = call_module
// CHECK-NEXT: return %sub

fx 1
module = Net {
  sub = torch.fx.GraphModule {
    graph():
        %y : [num_users=2] = placeholder[target=y]
        %relu : [num_users=0] = call_function[target=torch.relu](args = (%y,), kwargs = {})
        return %y
  }
}
graph():
    %x : [num_users=2] = placeholder[target=x]
    %sub : [num_users=1] = call_module[target=sub](args = (%x,), kwargs = {})
    %sub_1 : [num_users=0] = call_module[target=sub](args = (%x,), kwargs = {})
    return %sub
