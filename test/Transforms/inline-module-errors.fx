fx 1
// Every call that cannot be inlined is reported, once for each unknown class.
// RUN: %exits 1 fx-opt %s --inline-module='*' 2>&1 | FileCheck %s
// RUN: %exits 1 fx-opt %s --lower-modules 2>&1 | FileCheck %s
// RUN: fx-opt %s --passes='inline-module{modules={class:*.MyBlock,class:*.LSTM,path:what} keep-unknown}' --verify-each=false | FileCheck %s --check-prefix=KEPT
// KEPT: call_module[target=block]
// KEPT: call_module[target=lstm]
module net = Net {
  block = my.pkg.MyBlock(3)
  block2 = my.pkg.MyBlock(4)
  lstm = torch.nn.LSTM(3, 4)
  fc = torch.nn.Linear(3)
  conv = torch.nn.Conv2d(3, 4, 1)
  up = torch.nn.ReLU(True)
  what = ?
  graphs = my.pkg.Sub {
    graph():
        %x : [num_users=1] = placeholder[target=x]
        return %x
  }
}
graph():
    %x : [num_users=7] = placeholder[target=x]
// CHECK: [[#@LINE+4]]:{{.*}} error: cannot inline 'block': its class my.pkg.MyBlock is not known
// CHECK: note: give 'block' a graph of its own in native text, or declare the class in a td file of a plugin
// block2 is of the same class.
// CHECK-NOT: block2
    %block : [num_users=0] = call_module[target=block](args = (%x,), kwargs = {})
    %block2 : [num_users=0] = call_module[target=block2](args = (%x,), kwargs = {})
// CHECK: [[#@LINE+2]]:{{.*}} error: cannot inline 'lstm' of class torch.nn.LSTM: its steps depend on the shape of the input
// CHECK: note: give 'lstm'
    %lstm : [num_users=0] = call_module[target=lstm](args = (%x,), kwargs = {})
// CHECK: [[#@LINE+1]]:{{.*}} error: cannot inline 'fc': constructor of torch.nn.Linear: missing argument 'out_features'
    %fc : [num_users=0] = call_module[target=fc](args = (%x,), kwargs = {})
// CHECK: [[#@LINE+1]]:{{.*}} error: cannot inline 'conv': call of torch.nn.Conv2d: missing argument 'input'
    %conv : [num_users=0] = call_module[target=conv](args = (), kwargs = {})
// CHECK: [[#@LINE+1]]:{{.*}} error: cannot inline 'up': call of torch.nn.ReLU
    %up : [num_users=0] = call_module[target=up](args = (%x, %x), kwargs = {})
// CHECK: [[#@LINE+2]]:{{.*}} error: the module tree does not give the class of 'what'
// CHECK: note: --module-class='what=torch.nn.ReLU()' names its class
    %what : [num_users=0] = call_module[target=what](args = (%x,), kwargs = {})
    %other : [num_users=1] = call_function[target=torch.neg](args = (%x,), kwargs = {})
    return %other
