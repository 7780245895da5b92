// A float that fills integers is made an integer first: `where` of both would round all
// of them to float32.
// RUN: fx-opt %s --decompose --print-format=fx | FileCheck %s
// CHECK: %scalar_tensor : {{.*}}(args = (2,), kwargs = {dtype: torch.int64
// CHECK-NEXT: %where : {{.*}}torch.ops.aten.where.self](args = (%m, %scalar_tensor, %x), kwargs = {})
// CHECK-NEXT: %scalar_tensor_1 : {{.*}}(args = (True,), kwargs = {dtype: torch.bool
// CHECK-NEXT: %where_1 : {{.*}}torch.ops.aten.where.self](args = (%m, %scalar_tensor_1, %m), kwargs = {})
// CHECK-NEXT: return (where, where_1)
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.int64, (3,), (1,), device("cpu"))}
    %m : [num_users=2] = placeholder[target=m] {val: tensor(torch.bool, (3,), (1,), device("cpu"))}
    %integers : [num_users=1] = call_function[target=torch.ops.aten.masked_fill.Scalar](args = (%x, %m, 2.0), kwargs = {})
    %truths : [num_users=1] = call_function[target=torch.ops.aten.masked_fill.Scalar](args = (%m, %m, 1.0), kwargs = {})
    return (%integers, %truths)
