// RUN: fx-opt %s --decompose --print-format=fx | FileCheck %s

// Without elements -1 stands for any size, so PyTorch folds the dimensions of an empty
// batch into others.
// CHECK: aten.view.default](args = (%{{.*}}, [0, 4, 0, 0]), kwargs = {})
// CHECK: aten.view.default](args = (%{{.*}}, [0, 0, 0]), kwargs = {})
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (0, 4, 3), (12, 3, 1), device("cpu"))}
    %t : [num_users=1] = placeholder[target=t] {val: tensor(torch.int64, (0, 3), (3, 1), device("cpu"))}
    %cross_entropy_loss : [num_users=1] = call_function[target=torch.ops.aten.cross_entropy_loss.default](args = (%x, %t), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    return %cross_entropy_loss
