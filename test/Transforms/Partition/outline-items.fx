fx 1
// Items of a tuple go with the tuple, whatever their tags.
// RUN: fx-opt %s --passes=outline | FileCheck %s
graph():
    %x : [num_users=1] = placeholder[target=x]
    %c : [num_users=2] = call_function[target=torch.chunk](args = (%x, 2), kwargs = {}) {val: (1, 2), tag: "a"}
    %p : [num_users=1] = call_function[target=operator.getitem](args = (%c, 0), kwargs = {}) {tag: "b"}
    %q : [num_users=1] = call_function[target=operator.getitem](args = (%c, 1), kwargs = {})
    %add : [num_users=1] = call_function[target=torch.add](args = (%p, %q), kwargs = {}) {tag: "b"}
    return %add

// CHECK: a = torch.fx.graph_module.GraphModule {
// CHECK: return (%p, %q)
// CHECK: b = torch.fx.graph_module.GraphModule {
// CHECK: %add : {{.*}}(args = (%p, %q)
// CHECK: {{^}}graph():
// CHECK: %a : [num_users=2] = call_module[target=a](args = (%x,), kwargs = {})
// CHECK-NEXT: %p : {{.*}}getitem](args = (%a, 0), kwargs = {}){{$}}
// CHECK-NEXT: %q : {{.*}}getitem](args = (%a, 1), kwargs = {}){{$}}
// CHECK-NEXT: %b : {{.*}}call_module[target=b](args = (%p, %q), kwargs = {})
