fx 1
// Modules are in eval mode unless the tree or an option says otherwise; graphs
// of submodules are lowered too, their calls stay.
//
// RUN: fx-opt %s --lower-modules | FileCheck %s
// RUN: fx-opt %s --passes='lower-modules{training}' | FileCheck %s --check-prefix=TRAIN
// RUN: fx-opt %s --passes='lower-modules{eval}' | FileCheck %s --check-prefix=EVAL
// CHECK:      %dropout : [num_users=1] = call_function[target=torch.nn.functional.dropout](args = (%x,), kwargs = {p: 0.1, training: False, inplace: False})
// CHECK:      %dropout : [num_users=1] = call_function[target=torch.nn.functional.dropout](args = (%x,), kwargs = {p: 0.5, training: True, inplace: False})
// CHECK-NEXT: call_function[target=torch.nn.functional.dropout](args = (%dropout,), kwargs = {p: 0.25, training: False, inplace: True})
// CHECK-NEXT: call_module[target=sub]
// TRAIN-COUNT-3: training: True
// TRAIN-NOT:     training:
// EVAL-COUNT-3:  training: False
// EVAL-NOT:      training:
module net = Net training {
  a = torch.nn.Dropout(0.5) training
  b = torch.nn.Dropout(p=0.25, inplace=True)
  sub = Sub {
    c = torch.nn.Dropout(0.1)
    graph():
        %x : [num_users=1] = placeholder[target=x]
        %c : [num_users=1] = call_module[target=c](args = (%x,), kwargs = {})
        return %c
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %a : [num_users=1] = call_module[target=a](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_module[target=b](args = (%a,), kwargs = {})
    %sub : [num_users=1] = call_module[target=sub](args = (%b,), kwargs = {})
    return %sub
