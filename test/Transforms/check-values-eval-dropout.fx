// Dropout in evaluation gives its operand, and torch.export says that it gives a copy of it. Strides
// of neither are wrong.
// RUN: fx-opt %s --check-values --print-format=none
// RUN: %exits 1 fx-opt %s --passes='check-values{exact}' 2>&1 | FileCheck %s
// CHECK: error: the value of %dropout is wrong: its strides are (4, 1), not (2, 1)
// CHECK: error: the value of %feature is wrong: its strides are (4, 1), not (2, 1)
// RUN: sed '/%%dropout : /s/(2, 1)/(3, 1)/' %s > %t
// RUN: %exits 1 fx-opt %t --check-values 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: the value of %dropout is wrong: its strides are (4, 1), not (3, 1)
// OTHER-NOT: error
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %part : [num_users=3] = call_function[target=torch.ops.aten.slice.Tensor](args = (%x, 1, 0, 2), kwargs = {}) {val: tensor(torch.float32, (3, 2), (4, 1), device("cpu"))}
    %dropout : [num_users=1] = call_function[target=torch.ops.aten.dropout.default](args = (%part, 0.1, False), kwargs = {}) {val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %feature : [num_users=1] = call_function[target=torch.ops.aten.feature_dropout.default](args = (%part, 0.1, False), kwargs = {}) {val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %same : [num_users=1] = call_function[target=torch.ops.aten.dropout.default](args = (%part, 0.1, False), kwargs = {}) {val: tensor(torch.float32, (3, 2), (4, 1), device("cpu"))}
    return (%dropout, %feature, %same)
