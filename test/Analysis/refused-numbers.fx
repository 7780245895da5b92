// PyTorch's kernels refuse some numbers, words and dtypes whatever the operands are.
// RUN: fx-opt %s --passes='check-values{remarks exact}' --print-format=none 2>&1 | FileCheck %s

fx 1
graph():
    %x : [num_users=0] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %u : [num_users=0] = placeholder[target=u] {val: tensor(torch.uint8, (2, 3), (3, 1), device("cpu"))}
    %h : [num_users=0] = placeholder[target=h] {val: tensor(torch.float16, (2, 3), (3, 1), device("cpu"))}
    %i : [num_users=0] = placeholder[target=i] {val: tensor(torch.int64, (2, 3), (3, 1), device("cpu"))}
    %v : [num_users=0] = placeholder[target=v] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
// CHECK: 'torch.ops.aten.dropout.default' cannot be computed: 'p' is 2; expected a number from 0 to 1
    %a0 = call_function[target=torch.ops.aten.dropout.default](args = (%x, 2.0, True), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.geometric_.default' cannot be computed: 'p' is 2; expected a number between 0 and 1
    %a1 = call_function[target=torch.ops.aten.geometric_.default](args = (%x, 2.0), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.exponential_.default' cannot be computed: 'lambd' is -1.5; expected a number greater than 0
    %a2 = call_function[target=torch.ops.aten.exponential_.default](args = (%x, -1.5), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.normal_.default' cannot be computed: 'std' is -1; expected a number of at least 0
    %a3 = call_function[target=torch.ops.aten.normal_.default](args = (%x, 0.0, -1.0), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.normal_.default' cannot be computed: PyTorch has no kernel for torch.int64
    %a4 = call_function[target=torch.ops.aten.normal_.default](args = (%i, 0.0, 1.0), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.polygamma_.default' cannot be computed: 'n' is -1; expected a number of at least 0
    %a5 = call_function[target=torch.ops.aten.polygamma_.default](args = (%x, -1), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.scatter_reduce_.two' cannot be computed: 'reduce' is 'median'; expected one of 'sum', 'prod', 'mean', 'amax', 'amin'
    %a6 = call_function[target=torch.ops.aten.scatter_reduce_.two](args = (%x, 0, %i, %x, "median"), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.cumsum_.default' cannot be computed: a result of torch.float64 is written to a tensor of torch.float32
    %a7 = call_function[target=torch.ops.aten.cumsum_.default](args = (%x, 0), kwargs = {dtype: torch.float64}) {val: 1}
// CHECK: 'torch.ops.aten.renorm_.default' cannot be computed: the operand has fewer than two dimensions
    %a8 = call_function[target=torch.ops.aten.renorm_.default](args = (%v, 2, 0, 1.0), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.random_.from' cannot be computed: 'from' is 5 and 'to' is 5; expected the first to be smaller
    %a9 = call_function[target=torch.ops.aten.random_.from](args = (%u, 5, 5), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.random_.from' cannot be computed: 'from' is -1, which does not go with torch.uint8
    %b0 = call_function[target=torch.ops.aten.random_.from](args = (%u, -1, 5), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.random_.to' cannot be computed: 'to' is 257, which does not go with torch.uint8
    %b1 = call_function[target=torch.ops.aten.random_.to](args = (%u, 257), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.rand_like.default' cannot be computed: PyTorch has no kernel for torch.int64
    %b2 = call_function[target=torch.ops.aten.rand_like.default](args = (%i,), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.as_strided_.default' cannot be computed: 'storage_offset' is -1; expected a number of at least 0
    %b3 = call_function[target=torch.ops.aten.as_strided_.default](args = (%x, [2], [1], -1), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.fill_.Scalar' cannot be computed: 'value' is 65520, which does not go with torch.float16
    %b4 = call_function[target=torch.ops.aten.fill_.Scalar](args = (%h, 65520.0), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.fill_.Scalar' cannot be computed: 'value' is -0.5, which does not go with torch.uint8
    %b5 = call_function[target=torch.ops.aten.fill_.Scalar](args = (%u, -0.5), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.add_.Tensor' cannot be computed: 'alpha' is a fraction, which does not go with torch.int64
    %b6 = call_function[target=torch.ops.aten.add_.Tensor](args = (%i, %i), kwargs = {alpha: 0.5}) {val: 1}
// CHECK: 'torch.ops.aten.add.Tensor' cannot be computed: 'alpha' is a truth value, which does not go with torch.float32
    %b7 = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %x), kwargs = {alpha: True}) {val: 1}
// CHECK: 'torch.ops.aten._foreach_add.List' cannot be computed: 'alpha' is a fraction, which does not go with torch.int64
    %b8 = call_function[target=torch.ops.aten._foreach_add.List](args = ([%i], [%i]), kwargs = {alpha: 0.5}) {val: 1}
// CHECK: 'torch.ops.aten.celu.default' cannot be computed: 'alpha' is zero
    %b9 = call_function[target=torch.ops.aten.celu.default](args = (%x, 0), kwargs = {}) {val: 1}
// CHECK: 'geometric_' cannot be computed: 'p' is 1; expected a number between 0 and 1
    %c0 = call_method[target=geometric_](args = (%x, 1.0), kwargs = {}) {val: 1}
// CHECK: 'operator.sub' cannot be computed: 'other' is a truth value, which does not go with torch.float32
    %c1 = call_function[target=operator.sub](args = (%x, True), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.gt.Scalar' cannot be computed: 'other' is a complex number, which does not go with torch.bool
    %c2 = call_function[target=torch.ops.aten.gt.Scalar](args = (%x, complex(1.0, 1.0)), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.__and__.Scalar' cannot be computed: PyTorch has no kernel for torch.float32
    %c3 = call_function[target=torch.ops.aten.__and__.Scalar](args = (%i, 0.5), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.arange.start_step' cannot be computed: the bounds and the step do not agree
    %c4 = call_function[target=torch.ops.aten.arange.start_step](args = (5, 4, 2), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.uniform_.default' cannot be computed: 'from' is 1 and 'to' is 0; expected the first to be no larger
    %c5 = call_function[target=torch.ops.aten.uniform_.default](args = (%x, 1.0, 0.0), kwargs = {}) {val: 1}
// What is at the end of a range is in it, and an unsigned type wraps.
// CHECK-NOT: {{(error|remark): }}
    %ok0 = call_function[target=torch.ops.aten.dropout.default](args = (%x, 1.0, False), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %ok1 = call_function[target=torch.ops.aten.fill_.Scalar](args = (%u, -255), kwargs = {}) {val: tensor(torch.uint8, (2, 3), (3, 1), device("cpu"))}
    %ok2 = call_function[target=torch.ops.aten.fill_.Scalar](args = (%h, inf), kwargs = {}) {val: tensor(torch.float16, (2, 3), (3, 1), device("cpu"))}
    %ok3 = call_function[target=torch.ops.aten.random_.to](args = (%u, 256), kwargs = {}) {val: tensor(torch.uint8, (2, 3), (3, 1), device("cpu"))}
    %ok4 = call_function[target=torch.ops.aten.normal_.default](args = (%x, 0.0, 0.0), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %ok5 = call_function[target=torch.ops.aten.arange.default](args = (1.5,), kwargs = {dtype: torch.int64}) {val: tensor(torch.int64, (1,), (1,), device("cpu"))}
    return None
