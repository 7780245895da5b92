fx 1
// What PyTorch cannot read is not written: a graph that a program calls is an
// attribute of a module, and a node beside the others.
// RUN: not fx-opt %s -o %t.pt2 2>&1 | FileCheck %s
// RUN: sed 's/class/relu/g; s,Inputs,%S/Inputs,' %s | not fx-opt -o %t.pt2 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: sed 's/class/a/g; s,Inputs,%S/Inputs,' %s | fx-opt -o %t.pt2 && fx-opt %t.pt2 --to=none
// CHECK: error: the names in a program are wrong: a graph cannot be called 'class', which cannot be an attribute of a module
// VALUE: error: the names in a program are wrong: a graph cannot be called 'relu', as a value is
module {
  class = torch.fx.graph_module.GraphModule {
    graph():
        %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        %cos : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
        return (%cos,)
  }
}
weights "Inputs/mlp_minimal.pt2"
program {
  schema_version = (8, 20)
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %body : [num_users=1] = get_attr[target=class]
    %invoke : [num_users=1] = call_function[target=torch.ops.higher_order.invoke_subgraph](args = (%body, "0", %x), kwargs = {}) {val: (tensor(torch.float32, (4,), (1,), device("cpu")),)}
    %item : [num_users=1] = call_function[target=operator.getitem](args = (%invoke, 0), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%item,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%relu,),), kwargs = {}) {output_specs: (("user_output",),)}
