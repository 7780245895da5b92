// The stride of a dimension of size 1 leads to no other element, and torch.export gives another
// one to `tril` of a column than PyTorch's fake tensors do.
// RUN: fx-opt %s --check-values --print-format=none
// RUN: %exits 1 fx-opt %s --passes='check-values{exact}' 2>&1 | FileCheck %s
// CHECK: error: the value of %tril is wrong: its strides are (1, 5), not (1, 1)
// CHECK: error: the value of %sort is wrong: in part 0 its strides are (1, 1), not (1, 7)
// Those of other dimensions are compared.
// RUN: sed 's/(5, 1), (1, 1)/(5, 1), (2, 1)/' %s > %t
// RUN: %exits 1 fx-opt %t --check-values 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: the value of %tril is wrong: its strides are (1, 1), not (2, 1)
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (5, 1), (1, 5), device("cpu"))}
    %tril : [num_users=1] = call_function[target=torch.ops.aten.tril.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (5, 1), (1, 1), device("cpu"))}
    %sort : [num_users=1] = call_function[target=torch.ops.aten.sort.default](args = (%x, 0), kwargs = {}) {val: (tensor(torch.float32, (5, 1), (1, 7), device("cpu")), tensor(torch.int64, (5, 1), (1, 5), device("cpu")))}
    return (%tril, %sort)
