fx 1
// Exported programs call graphs by an operator.
// RUN: fx-opt %s --inline-module=one | FileCheck %s --check-prefix=ONE
// RUN: fx-opt %s --inline-module=twice | FileCheck %s --check-prefix=TWICE
// RUN: fx-opt %s --passes='inline-module{modules=one,twice recursive}' \
// RUN:   | FileCheck %s --check-prefix=ALL --implicit-check-not=invoke_subgraph
// RUN: fx-opt %s --inline-module=three 2>&1 | FileCheck %s --check-prefix=NONE

module {
  one = torch.fx.graph_module.GraphModule {
    graph():
        %a : [num_users=2] = placeholder[target=a]
        %b : [num_users=1] = placeholder[target=b]
        %relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%a,), kwargs = {}) {custom: 1}
        %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%a, %b), kwargs = {})
        return (%relu, %add)
  }
  twice = torch.fx.graph_module.GraphModule {
    inner = torch.fx.graph_module.GraphModule {
      graph():
          %c : [num_users=1] = placeholder[target=c]
          %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%c,), kwargs = {})
          return (%neg,)
    }
    graph():
        %d : [num_users=1] = placeholder[target=d]
        %inner : [num_users=1] = get_attr[target=inner]
        %call : [num_users=1] = call_function[target=torch.ops.higher_order.invoke_subgraph](args = (%inner, "inner", %d), kwargs = {})
        %item : [num_users=1] = call_function[target=operator.getitem](args = (%call, 0), kwargs = {})
        return (%item,)
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %one : [num_users=2] = get_attr[target=one]
    %call : [num_users=2] = call_function[target=torch.ops.higher_order.invoke_subgraph](args = (%one, "one", %x, %x), kwargs = {})
    %p : [num_users=1] = call_function[target=operator.getitem](args = (%call, 0), kwargs = {})
    %q : [num_users=1] = call_function[target=operator.getitem](args = (%call, 1), kwargs = {})
    %call_1 : [num_users=1] = call_function[target=torch.ops.higher_order.invoke_subgraph](args = (%one, "one", %p, %q), kwargs = {})
    %r : [num_users=1] = call_function[target=operator.getitem](args = (%call_1, 1), kwargs = {})
    %twice : [num_users=1] = get_attr[target=twice]
    %call_2 : [num_users=1] = call_function[target=torch.ops.higher_order.invoke_subgraph](args = (%twice, "twice", %r), kwargs = {})
    %s : [num_users=1] = call_function[target=operator.getitem](args = (%call_2, 0), kwargs = {})
    return %s

// ONE-NOT: one =
// ONE: twice = torch.fx.graph_module.GraphModule {
// ONE: {{^}}graph():
// ONE-NEXT: %x : [num_users=2] = placeholder
// ONE-NEXT: %relu : {{.*}}[target=torch.ops.aten.relu.default](args = (%x,), kwargs = {}) {custom: 1}
// ONE-NEXT: %add : {{.*}}[target=torch.ops.aten.add.Tensor](args = (%x, %x), kwargs = {})
// ONE-NEXT: %relu_1 : {{.*}}[target=torch.ops.aten.relu.default](args = (%relu,), kwargs = {})
// ONE-NEXT: %add_1 : {{.*}}[target=torch.ops.aten.add.Tensor](args = (%relu, %add), kwargs = {})
// ONE-NEXT: %twice :
// ONE-NEXT: %call_2 : {{.*}}(args = (%twice, "twice", %add_1), kwargs = {})

// The graph that an inlined one calls is still there.
// TWICE: one =
// TWICE: twice = {{.*}} {
// TWICE-NEXT: inner =
// TWICE: {{^}}graph():
// TWICE: %inner : {{.*}} = get_attr[target=twice.inner]
// TWICE-NEXT: %call_3 : {{.*}}invoke_subgraph](args = (%inner, "inner", %r), kwargs = {})
// TWICE-NEXT: %item : {{.*}}getitem](args = (%call_3, 0), kwargs = {})
// TWICE-NEXT: return %item

// ALL-LABEL: graph():
// ALL-NEXT: %x :
// ALL-NEXT: %relu :
// ALL-NEXT: %add :
// ALL-NEXT: %relu_1 :
// ALL-NEXT: %add_1 :
// ALL-NEXT: %neg : {{.*}}(args = (%add_1,), kwargs = {})
// ALL-NEXT: return %neg

// NONE: warning: no module 'three' is called
// NONE: %call_2 : {{.*}}invoke_subgraph](args = (%twice, "twice", %r)
