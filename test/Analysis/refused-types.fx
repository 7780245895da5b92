// PyTorch has no kernel for these types and ranks; beside a number of another class the
// types are others.
// RUN: fx-opt %s --passes='check-values{remarks exact}' --print-format=none 2>&1 | FileCheck %s

fx 1
graph():
    %b : [num_users=5] = placeholder[target=b] {val: tensor(torch.bool, (2, 3), (3, 1), device("cpu"))}
    %e : [num_users=5] = placeholder[target=e] {val: tensor(torch.float32, (2, 0), (1, 1), device("cpu"))}
    %v : [num_users=7] = placeholder[target=v] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %m : [num_users=4] = placeholder[target=m] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %i : [num_users=2] = placeholder[target=i] {val: tensor(torch.int64, (2,), (1,), device("cpu"))}
    %c : [num_users=1] = placeholder[target=c] {val: tensor(torch.complex64, (2, 3), (3, 1), device("cpu"))}
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (1, 1, 4), (4, 4, 1), device("cpu"))}
    %w : [num_users=1] = placeholder[target=w] {val: tensor(torch.float32, (3, 1, 2), (2, 2, 1), device("cpu"))}
    %d : [num_users=2] = placeholder[target=d] {val: tensor(torch.float64, (3,), (1,), device("cpu"))}
// CHECK: 'torch.ops.aten.neg.default' cannot be computed: PyTorch has no kernel for torch.bool
    %a0 : [num_users=0] = call_function[target=torch.ops.aten.neg.default](args = (%b,), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.sub.Tensor' cannot be computed: PyTorch has no kernel for torch.bool
    %a1 : [num_users=0] = call_function[target=torch.ops.aten.sub.Tensor](args = (%b, %b), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.gelu.default' cannot be computed: PyTorch has no kernel for torch.int64
    %a2 : [num_users=0] = call_function[target=torch.ops.aten.gelu.default](args = (%i,), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.amax.default' cannot be computed: PyTorch has no kernel for torch.complex64
    %a3 : [num_users=0] = call_function[target=torch.ops.aten.amax.default](args = (%c, [0]), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.fmod.Tensor' cannot be computed: PyTorch has no kernel for torch.bool
    %a4 : [num_users=0] = call_function[target=torch.ops.aten.fmod.Tensor](args = (%b, %b), kwargs = {}) {val: 1}
// Integers beside truth values are integers.
// CHECK-NOT: fmod.Scalar
    %a5 : [num_users=0] = call_function[target=torch.ops.aten.fmod.Scalar](args = (%b, 2), kwargs = {}) {val: tensor(torch.int64, (2, 3), (3, 1), device("cpu"))}
// CHECK: 'torch.ops.aten.conv1d.default' cannot be computed: the bias has another type than the input
    %a6 : [num_users=0] = call_function[target=torch.ops.aten.conv1d.default](args = (%x, %w, %d), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.masked_scatter.default' cannot be computed: the source has another type
    %a7 : [num_users=0] = call_function[target=torch.ops.aten.masked_scatter.default](args = (%m, %b, %d), kwargs = {}) {val: 1}
// There is no largest element of none; a median of none is NaN, and a row of some has one.
// CHECK: 'torch.ops.aten.amax.default' cannot be computed: dimension 1 is empty: it has no such element
    %b0 : [num_users=0] = call_function[target=torch.ops.aten.amax.default](args = (%e, [1]), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.argmin.default' cannot be computed: dimension 1 is empty
    %b1 : [num_users=0] = call_function[target=torch.ops.aten.argmin.default](args = (%e,), kwargs = {}) {val: 1}
// CHECK-NOT: median
    %b2 : [num_users=0] = call_function[target=torch.ops.aten.median.default](args = (%e,), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
// CHECK-NOT: max.dim
    %b3 : [num_users=0] = call_function[target=torch.ops.aten.max.dim](args = (%e, 0), kwargs = {}) {val: (tensor(torch.float32, (0,), (1,), device("cpu")), tensor(torch.int64, (0,), (1,), device("cpu")))}
// CHECK: 'torch.ops.aten.max_pool1d.default' cannot be computed: a size of the operand is 0
    %b4 : [num_users=0] = call_function[target=torch.ops.aten.max_pool1d.default](args = (%e, [1]), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.bucketize.Tensor' cannot be computed: the boundaries have 2 dimensions, and may have one
    %c0 : [num_users=0] = call_function[target=torch.ops.aten.bucketize.Tensor](args = (%v, %m), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.searchsorted.Tensor' cannot be computed: the boundaries have other dimensions than the numbers
    %c1 : [num_users=0] = call_function[target=torch.ops.aten.searchsorted.Tensor](args = (%m, %v), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.multinomial.default' cannot be computed: the weights have 3 dimensions, and may have one or two
    %c3 : [num_users=0] = call_function[target=torch.ops.aten.multinomial.default](args = (%x, 1), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.index_add.default' cannot be computed: the source has 1 dimensions, the operand has 2
    %c4 : [num_users=0] = call_function[target=torch.ops.aten.index_add.default](args = (%m, 0, %i, %v), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.fliplr.default' cannot be computed: the operand has fewer dimensions than 2
    %c5 : [num_users=0] = call_function[target=torch.ops.aten.fliplr.default](args = (%v,), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.roll.default' cannot be computed: there are no shifts
    %c6 : [num_users=0] = call_function[target=torch.ops.aten.roll.default](args = (%v, []), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.group_norm.default' cannot be computed: the input has no channels
    %c7 : [num_users=0] = call_function[target=torch.ops.aten.group_norm.default](args = (%v, 1), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.linspace.Tensor_Tensor' cannot be computed: a value for all elements has 1 dimensions
    %c8 : [num_users=0] = call_function[target=torch.ops.aten.linspace.Tensor_Tensor](args = (%v, %v, 3), kwargs = {}) {val: 1}
    return 0
