fx 1
// RUN: fx-opt %s --check-values -o /dev/null
// RUN: sed 's/(4, 0)/(4, 2)/g' %s > %t.fx
// RUN: not fx-opt %t.fx --check-values -o /dev/null 2>&1 | FileCheck %s

// Strides of a tensor without elements are not compared; those of others are.
// CHECK: error: the value of %y is wrong: its strides are (2, 1), not (1, 7)
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4, 0), (2, 1), device("cpu"))}
    %y : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4, 0), (1, 7), device("cpu"))}
    return %y
