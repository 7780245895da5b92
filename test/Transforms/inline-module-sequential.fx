fx 1
// A torch.nn.Sequential calls its children in order.
//
// RUN: fx-opt %s --inline-module=sequential | FileCheck %s
// CHECK:      %body_0 : [num_users=1] = call_module[target=body.0](args = (%x,), kwargs = {}) {tag: "t"}
// CHECK-NEXT: %body_inner_0 : [num_users=1] = call_module[target=body.inner.0](args = (%body_0,), kwargs = {}) {tag: "t", val: 1}
// CHECK-NEXT: return %body_inner_0
//
// RUN: fx-opt %s --passes='inline-module{modules=path:body recursive}' | FileCheck %s --check-prefix=ALL
// RUN: fx-opt %s --lower-modules | FileCheck %s --check-prefix=ALL
// ALL:      module net = Net {
// ALL-NEXT: }
// ALL:      %relu : [num_users=1] = call_function[target=torch.nn.functional.relu](args = (%x,), kwargs = {inplace: False}) {tag: "t"}
// ALL-NEXT: %gelu : [num_users=1] = call_function[target=torch._C._nn.gelu](args = (%relu,), kwargs = {approximate: "none"}) {tag: "t", val: 1}
// ALL-NEXT: return %gelu
module net = Net {
  body = torch.nn.Sequential {
    "0" = torch.nn.ReLU()
    inner = torch.nn.Sequential {
      "0" = torch.nn.GELU()
    }
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %body : [num_users=1] = call_module[target=body](args = (%x,), kwargs = {}) {tag: "t", val: 1}
    return %body
