// Graphs of submodules are searched too; paths and classes are seen from the
// root.
// RUN: fx-opt %s --passes='tag-nodes{tag=foo where="path=sub.*"}' | FileCheck %s
// RUN: fx-opt %s --passes='tag-nodes{tag=foo where="class=relu"}' | FileCheck %s

// CHECK: module
// CHECK: %act : {{.*}} call_module[target=act](args = (%y,), kwargs = {}) {tag: "foo"}
// CHECK: return %act{{$}}
// CHECK-NOT: foo

fx 1
module = Net {
  sub = torch.fx.GraphModule {
    act = torch.nn.ReLU()
    graph():
        %y : [num_users=1] = placeholder[target=y]
        %act : [num_users=1] = call_module[target=act](args = (%y,), kwargs = {})
        return %act
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %sub : [num_users=1] = call_module[target=sub](args = (%x,), kwargs = {})
    return %sub
