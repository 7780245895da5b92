// A call of a graph by invoke_subgraph, as `outline` makes it, is checked like other calls of graphs.
// RUN: fx-opt %s -o %t.fx
// RUN: sed 's/(%%span, "span", %%x, %%y)/(%%span, "span", %%x)/; s/%%y : .num_users=1. = placeholder.target=y/%%y : [num_users=0] = placeholder[target=y/' %s > %t.few.fx
// RUN: %exits 3 fx-opt %t.few.fx -o %t.fx 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: error: 'torch.ops.higher_order.invoke_subgraph' passes 1 values to the graph 'span', which takes 2
// RUN: sed 's/(%%span, "span", %%x, %%y)/(%%span, "span", %%y, %%x)/' %s > %t.turned.fx
// RUN: %exits 3 fx-opt %t.turned.fx -o %t.fx 2>&1 | FileCheck %s --check-prefix=TURNED
// TURNED: error: value 0 that 'torch.ops.higher_order.invoke_subgraph' passes to the graph 'span' does not have the type that the graph takes
fx 1
module {
  span = torch.fx.graph_module.GraphModule {
    graph():
        %a : [num_users=1] = placeholder[target=a] {val: tensor(torch.float32, (3, 8), (8, 1), device("cpu"))}
        %b : [num_users=1] = placeholder[target=b] {val: tensor(torch.float32, (8,), (1,), device("cpu"))}
        %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%a, %b), kwargs = {}) {val: tensor(torch.float32, (3, 8), (8, 1), device("cpu"))}
        return (%mul,)
  }
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 8), (8, 1), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {input_spec: ("user_input",), val: tensor(torch.float32, (8,), (1,), device("cpu"))}
    %span : [num_users=1] = get_attr[target=span]
    %invoke_subgraph : [num_users=1] = call_function[target=torch.ops.higher_order.invoke_subgraph](args = (%span, "span", %x, %y), kwargs = {}) {val: (tensor(torch.float32, (3, 8), (8, 1), device("cpu")),)}
    %mul : [num_users=1] = call_function[target=operator.getitem](args = (%invoke_subgraph, 0), kwargs = {}) {val: tensor(torch.float32, (3, 8), (8, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%mul,),), kwargs = {}) {output_specs: (("user_output",),)}
