fx 1
// Exported programs call graphs by an operator. Views of what a graph takes or
// returns are computed outside; values keep their names.
// RUN: fx-opt %s --passes=outline 2>&1 | FileCheck %s
// RUN: fx-opt %s --passes='outline,inline-module{modules=a},dce' \
// RUN:   | FileCheck %s --check-prefix=BACK
module {
  w = parameter(torch.float32, (4,))
}
program {
  schema_version = (8, 20)
}
graph():
    %p_w : [num_users=1] = placeholder[target=p_w] {input_spec: ("parameter", "w"), val: tensor(torch.float32, (4,), (1,), device("cpu"), requires_grad=True)}
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %view : [num_users=2] = call_function[target=torch.ops.aten.view.default](args = (%x, [2, 2]), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu")), tag: "a"}
    %relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%view,), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu")), tag: "a"}
    %t : [num_users=2] = call_function[target=torch.ops.aten.t.default](args = (%relu,), kwargs = {}) {val: tensor(torch.float32, (2, 2), (1, 2), device("cpu")), tag: "a"}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %p_w), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu")), tag: "a"}
    %add_1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%t, %view), kwargs = {}) {val: tensor(torch.float32, (2, 2), (1, 2), device("cpu"))}
    %total : [num_users=1] = call_function[target=torch.ops.aten.sum.default](args = (%t,), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu")), tag: "a"}
    %output : [num_users=0] = output[target=output](args = ((%add_1, %add, %total),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",))}

// CHECK:      w = parameter
// CHECK-NEXT: a = torch.fx.graph_module.GraphModule {
// CHECK-NEXT:   graph():
// CHECK-NEXT:       %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
// CHECK-NEXT:       %p_w : [num_users=1] = placeholder[target=p_w] {val: tensor({{.*}}requires_grad=True)}
// CHECK-NEXT:       %view : [num_users=1] =
// CHECK-NEXT:       %relu : [num_users=2] =
// CHECK-NEXT:       %t : [num_users=1] =
// CHECK-NEXT:       %add :
// CHECK-NEXT:       %total :
// CHECK-NEXT:       return (%relu, %add, %total)
// CHECK:      {{^}}graph():
// CHECK-NEXT: %p_w :
// CHECK-NEXT: %x : {{.*}}placeholder
// CHECK-NEXT: %a : [num_users=1] = get_attr[target=a]
// CHECK-NEXT: %invoke_subgraph : [num_users=3] = call_function[target=torch.ops.higher_order.invoke_subgraph](args = (%a, "a", %x, %p_w), kwargs = {}) {val: (tensor(torch.float32, (2, 2), (2, 1), device("cpu")), tensor(torch.float32, (4,), (1,), device("cpu")), tensor(torch.float32, (), (), device("cpu")))}
// CHECK-NEXT: %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%x, [2, 2]), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
// CHECK-NEXT: %relu : [num_users=1] = call_function[target=operator.getitem](args = (%invoke_subgraph, 0), kwargs = {}) {val:
// CHECK-NEXT: %t : [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%relu,), kwargs = {})
// CHECK-NEXT: %add : {{.*}}getitem](args = (%invoke_subgraph, 1)
// CHECK-NEXT: %total : {{.*}}getitem](args = (%invoke_subgraph, 2)
// CHECK-NEXT: %add_1 : {{.*}}add.Tensor](args = (%t, %view)
// CHECK-NEXT: %output : {{.*}}(args = ((%add_1, %add, %total),)

// BACK-NOT: invoke_subgraph
// BACK: %relu_1 : {{.*}}relu.default](args = (%{{view.*}},)
// BACK-NOT: getitem
