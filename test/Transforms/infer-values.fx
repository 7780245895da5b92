// RUN: fx-opt %s --split-input-file --infer-values | FileCheck %s
// RUN: fx-opt %s --split-input-file --passes='infer-values{replace=true}' | FileCheck %s
fx 1
// Broadcasting, promotion, a Python number.
// CHECK: %add : {{.*}}{val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
// CHECK: %mul : {{.*}}{val: tensor(torch.float64, (2, 3), (3, 1), device("cpu"))}
// CHECK: %gt : {{.*}}{val: tensor(torch.bool, (2, 3), (3, 1), device("cpu"))}
// CHECK: %sum : {{.*}}{val: tensor(torch.int64, (), (), device("cpu"))}
// CHECK: %split : {{.*}}{val: [tensor(torch.float32, (2, 2), (3, 1), device("cpu")), tensor(torch.float32, (2, 1), (3, 1), device("cpu"), offset=2)]}
// CHECK: %getitem : {{.*}}{val: tensor(torch.float32, (2, 1), (3, 1), device("cpu"), offset=2)}
graph():
    %x : [num_users=3] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.int64, (3,), (1,), device("cpu"))}
    %z : [num_users=1] = placeholder[target=z] {val: tensor(torch.float64, (2, 1), (1, 1), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %y), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%add, %z), kwargs = {})
    %gt : [num_users=1] = call_function[target=torch.ops.aten.gt.Scalar](args = (%mul, 0.5), kwargs = {})
    %sum : [num_users=1] = call_function[target=torch.ops.aten.sum.default](args = (%gt,), kwargs = {})
    %split : [num_users=1] = call_function[target=torch.ops.aten.split.Tensor](args = (%x, 2, 1), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%split, 1), kwargs = {})
    return (%sum, %getitem)

// -----
fx 1
// What nobody knows and nobody uses may return nothing.
// CHECK: %write : [num_users=0] = call_function[target=torch.ops.mine.write_.default](args = (%x,), kwargs = {}){{$}}
// CHECK-NEXT: %add : {{.*}}{val: tensor(torch.float32, (2,), (1,), device("cpu"))}
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %write : [num_users=0] = call_function[target=torch.ops.mine.write_.default](args = (%x,), kwargs = {})
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %x), kwargs = {})
    return %add
