fx 1
// What a printed module tree shows stays: it hides other state, and must not
// show less.
// RUN: fx-opt %s --prune-unused-state | FileCheck %s
// CHECK:      module = Net open {
// CHECK-NEXT:   w = parameter(torch.float32, (2,)
// CHECK-NEXT:   l = Linear(
module = Net open {
  w = parameter(torch.float32, (2,), (1,), device("cpu"))
  l = Linear(in_features=3, out_features=2, bias=True)
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    return %x
