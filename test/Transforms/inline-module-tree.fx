fx 1
// Inlined modules leave the tree unless something names them still.
//
// RUN: fx-opt %s --inline-module=relu,linear,my.pkg.Sub | FileCheck %s
// RUN: fx-opt %s --passes='inline-module{modules=relu,linear,my.pkg.Sub keep-modules}' | FileCheck %s --check-prefix=KEEP
// KEEP:      act = torch.nn.ReLU()
// KEEP:      sub = my.pkg.Sub {
//
// CHECK:      module net = Net {
// The parameters of fc are read, and nobody said what unused is for.
// CHECK-NEXT:   fc = torch.nn.Linear(3, 4)
// CHECK-NEXT:   unused = torch.nn.ReLU()
// leaf.act may be called by the leaf.
// CHECK-NEXT:   leaf = my.pkg.Leaf {
// CHECK-NEXT:     act = torch.nn.ReLU()
// CHECK-NEXT:   }
// CHECK-NEXT: }
module net = Net {
  act = torch.nn.ReLU()
  fc = torch.nn.Linear(3, 4)
  unused = torch.nn.ReLU()
  leaf = my.pkg.Leaf {
    act = torch.nn.ReLU()
  }
  sub = my.pkg.Sub {
    act = torch.nn.ReLU()
    graph():
        %x : [num_users=1] = placeholder[target=x]
        %act : [num_users=1] = call_module[target=act](args = (%x,), kwargs = {})
        return %act
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %act : [num_users=1] = call_module[target=act](args = (%x,), kwargs = {})
    %fc : [num_users=1] = call_module[target=fc](args = (%act,), kwargs = {})
    %leaf_act : [num_users=1] = call_module[target=leaf.act](args = (%fc,), kwargs = {})
    %leaf : [num_users=1] = call_module[target=leaf](args = (%leaf_act,), kwargs = {})
    %sub : [num_users=1] = call_module[target=sub](args = (%leaf,), kwargs = {})
    return %sub
