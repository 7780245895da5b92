fx 1
// A name that picks nothing is a warning that lists what there is.
//
// RUN: fx-opt %s --inline-module=relo,layr.1,tanh,path:zz -o %t.fx 2>&1 | FileCheck %s
// RUN: fx-opt %t.fx --diff=%s --print-format=none
// CHECK:      warning: no module 'relo' is called
// CHECK-NEXT: note: did you mean 'torch.nn.ReLU'?
// CHECK-NEXT: note: the modules that are called are torch.nn.ReLU (2), torch.nn.GELU (1)
// CHECK-NEXT: warning: no module 'layr.1' is called
// CHECK-NEXT: note: did you mean 'layer.1'?
// A class that torch knows wins over a path even when the tree has none of it.
// CHECK:      warning: no module 'tanh' is called
// CHECK-NEXT: note: did you mean 'path:tanh'?
// CHECK:      warning: no module 'path:zz' is called
// CHECK-NEXT: note: the modules that are called are
//
// RUN: fx-opt %s --inline-module='*' -o %t.none.fx
// RUN: fx-opt %t.none.fx --inline-module=gelu 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: warning: no module 'gelu' is called
// NONE: note: no module is called
module net = Net {
  layer = torch.nn.Sequential {
    "0" = torch.nn.ReLU()
    "1" = torch.nn.ReLU()
  }
  tanh = torch.nn.GELU()
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %layer_0 : [num_users=1] = call_module[target=layer.0](args = (%x,), kwargs = {})
    %layer_1 : [num_users=1] = call_module[target=layer.1](args = (%layer_0,), kwargs = {})
    %tanh : [num_users=1] = call_module[target=tanh](args = (%layer_1,), kwargs = {})
    return %tanh
