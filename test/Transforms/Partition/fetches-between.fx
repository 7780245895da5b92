// State that is fetched between two calls of modules of unknown classes is no reason to
// keep these apart: only a call of the module that has it may exchange it.
// RUN: fx-opt %s --partition=stages:2 | FileCheck %s
fx 1
module {
  a = my.Block {
    w = parameter(torch.float32, (4,), (1,), device("cpu"), requires_grad=True)
  }
  b = my.Block
  g = parameter(torch.float32, (4,), (1,), device("cpu"), requires_grad=True)
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %a : [num_users=1] = call_module[target=a](args = (%x,), kwargs = {})
    %g : [num_users=1] = get_attr[target=g]
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%a, %g), kwargs = {})
    %b : [num_users=1] = call_module[target=b](args = (%mul,), kwargs = {})
    %own : [num_users=1] = get_attr[target=a.w]
    %add : [num_users=1] = call_function[target=operator.add](args = (%b, %own), kwargs = {})
    %again : [num_users=1] = call_module[target=a](args = (%add,), kwargs = {})
    return %again

// CHECK: %a : {{.*}}tag: "stage0"
// CHECK: %mul : {{.*}}tag: "stage0"
// CHECK: %b : {{.*}}tag: "stage1"
// The state of the module that was called before stays after that call.
// CHECK: %own :
// CHECK: %add : {{.*}}tag: "stage1"
// CHECK: %again : {{.*}}tag: "stage1
