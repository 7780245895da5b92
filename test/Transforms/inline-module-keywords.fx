fx 1
// Calls inside of a module's graph keep what they are given by name.
//
// RUN: fx-opt %s --inline-module=block | FileCheck %s
// RUN: fx-opt %s --passes='inline-module{modules=block recursive}' | FileCheck %s --check-prefix=ALL
module net = Net {
  block = Block {
    inner = Inner {
      graph():
        %a : [num_users=1] = placeholder[target=a]
        %b : [num_users=1] = placeholder[target=b](default=1)
        %sub : [num_users=1] = call_function[target=torch.sub](args = (), kwargs = {input: %a, other: %b, alpha: 3})
        return %sub
    }
    graph():
      %x : [num_users=3] = placeholder[target=x]
      %sum : [num_users=1] = call_function[target=torch.sum](args = (%x,), kwargs = {dim: [0], keepdim: True})
      %add : [num_users=1] = call_function[target=torch.add](args = (%x,), kwargs = {other: %sum, alpha: 2})
      %inner : [num_users=1] = call_module[target=inner](args = (%add,), kwargs = {b: %x})
      %clamp : [num_users=1] = call_method[target=clamp](args = (%inner,), kwargs = {min: 0})
      return %clamp
  }
}
// CHECK:      {{^}}graph():
// CHECK:      %sum_1 : {{.*}}torch.sum](args = (%y,), kwargs = {dim: [0], keepdim: True})
// CHECK-NEXT: %add : {{.*}}torch.add](args = (%y,), kwargs = {other: %sum_1, alpha: 2})
// CHECK-NEXT: %block_inner : {{.*}}call_module[target=block.inner](args = (%add,), kwargs = {b: %y})
// CHECK-NEXT: %clamp : {{.*}}clamp](args = (%block_inner,), kwargs = {min: 0})
// CHECK-NEXT: return %clamp
//
// ALL: {{^}}graph():
// ALL: %sub : {{.*}}torch.sub](args = (), kwargs = {input: %add, other: %y, alpha: 3})
// ALL-NEXT: %clamp : {{.*}}clamp](args = (%sub,), kwargs = {min: 0})
graph():
    %y : [num_users=1] = placeholder[target=y]
    %block : [num_users=1] = call_module[target=block](args = (), kwargs = {x: %y})
    return %block
