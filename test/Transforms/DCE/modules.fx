// Modules have the effects of what they compute; a module that the tree does not
// describe may do anything.
// RUN: fx-opt %s --dce --print-format=fx | FileCheck %s

// CHECK: graph():
// CHECK-NEXT: %x : [num_users=4]
// CHECK-NEXT: %inplace :
// CHECK-NEXT: %training :
// CHECK-NEXT: %mine :
// CHECK-NEXT: return x

fx 1
module = Net {
  relu = torch.nn.ReLU()
  inplace = torch.nn.ReLU(inplace=True)
  drop = torch.nn.Dropout(p=0.5)
  training = torch.nn.Dropout(p=0.5) training
  mine = Mine()
}
graph():
    %x : [num_users=6] = placeholder[target=x]
    %relu : [num_users=0] = call_module[target=relu](args = (%x,), kwargs = {})
    %inplace : [num_users=0] = call_module[target=inplace](args = (%x,), kwargs = {})
    %drop : [num_users=0] = call_module[target=drop](args = (%x,), kwargs = {})
    %training : [num_users=0] = call_module[target=training](args = (%x,), kwargs = {})
    %mine : [num_users=0] = call_module[target=mine](args = (%x,), kwargs = {})
    return %x
