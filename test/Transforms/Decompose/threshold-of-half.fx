// RUN: fx-opt %s --decompose --print-format=fx | FileCheck %s

// The kernel compares in float32: not every number is one of float16.
// CHECK: %[[C:_to_copy.*]] : {{.*}}(args = (%x,), kwargs = {dtype: torch.float32
// CHECK-NEXT: aten.le.Scalar](args = (%[[C]], 0.1)
// CHECK: aten._to_copy.default]({{.*}}dtype: torch.float16
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float16, (3,), (1,), device("cpu"))}
    %threshold : [num_users=1] = call_function[target=torch.ops.aten.threshold.default](args = (%x, 0.1, 20), kwargs = {}) {val: tensor(torch.float16, (3,), (1,), device("cpu"))}
    return %threshold
