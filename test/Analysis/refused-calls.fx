// What PyTorch refuses whatever the values of symbols are has no value; the verifier
// reports it in programs.
// RUN: fx-opt %s --passes='check-values{remarks exact}' --print-format=none 2>&1 | FileCheck %s

fx 1
graph():
    %x : [num_users=13] = placeholder[target=x] {val: tensor(torch.float32, (2, 3, 4), (12, 4, 1), device("cpu"))}
    %m : [num_users=8] = placeholder[target=m] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %i : [num_users=3] = placeholder[target=i] {val: tensor(torch.int64, (2, 3), (3, 1), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.float32, (2, 4, 3), (12, 3, 1), device("cpu"))}
    %z : [num_users=1] = placeholder[target=z] {val: tensor(torch.float64, (2, 4, 3), (12, 3, 1), device("cpu"))}
    %t4 : [num_users=1] = placeholder[target=t4] {val: tensor(torch.float32, (4, 3), (3, 1), device("cpu"))}
    %k3 : [num_users=1] = placeholder[target=k3] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %k4 : [num_users=1] = placeholder[target=k4] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %e4 : [num_users=1] = placeholder[target=e4] {val: tensor(torch.float64, (4,), (1,), device("cpu"))}
    %d3 : [num_users=1] = placeholder[target=d3] {val: tensor(torch.float64, (3,), (1,), device("cpu"))}
    %c2 : [num_users=1] = placeholder[target=c2] {val: tensor(torch.float32, (2, 1), (1, 1), device("cpu"))}
// The sizes of parts.
// CHECK: 'torch.ops.aten.split_with_sizes.default' cannot be computed: the length of a part is -1, which is less than 0
    %a : [num_users=0] = call_function[target=torch.ops.aten.split_with_sizes.default](args = (%x, [5, -1], 2), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.split.sizes' cannot be computed: the parts have 5 places, not 4
    %b : [num_users=0] = call_function[target=torch.ops.aten.split.sizes](args = (%x, [2, 3], 2), kwargs = {}) {val: 1}
// CHECK: 'split' cannot be computed: the parts have 3 places, not 4
    %c : [num_users=0] = call_method[target=split](args = (%x, [1, 2], 2), kwargs = {}) {val: 1}
// Places that are not there.
// CHECK: 'torch.ops.aten.select.int' cannot be computed: index 3 is not among 3
    %d : [num_users=0] = call_function[target=torch.ops.aten.select.int](args = (%x, 1, 3), kwargs = {}) {val: 1}
// CHECK: 'torch.narrow' cannot be computed: there are no 3 places from 1 on among 3
    %e : [num_users=0] = call_function[target=torch.narrow](args = (%x, 1, 1, 3), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.topk.default' cannot be computed: there are no 5 among 4
    %f : [num_users=0] = call_function[target=torch.ops.aten.topk.default](args = (%x, 5), kwargs = {}) {val: 1}
// Sizes that do not go together.
// CHECK: 'torch.ops.aten.stack.default' cannot be computed: the tensors have different numbers of dimensions
    %g : [num_users=0] = call_function[target=torch.ops.aten.stack.default](args = ([%x, %m],), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.bmm.default' cannot be computed: sizes 4 and 3 do not match
    %h : [num_users=0] = call_function[target=torch.ops.aten.bmm.default](args = (%x, %x), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.layer_norm.default' cannot be computed: sizes 4 and 3 differ in dimension 0
    %j : [num_users=0] = call_function[target=torch.ops.aten.layer_norm.default](args = (%x, [3]), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.max_pool1d.default' cannot be computed: a padding is more than half of the kernel
    %k : [num_users=0] = call_function[target=torch.ops.aten.max_pool1d.default](args = (%x, [2], [1], [2]), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.gather.default' cannot be computed: the index has 2 dimensions, the operand has 3
    %l : [num_users=0] = call_function[target=torch.ops.aten.gather.default](args = (%x, 0, %i), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.gather.default' cannot be computed: the index is not an integer of 32 or 64 bits
    %n : [num_users=0] = call_function[target=torch.ops.aten.gather.default](args = (%m, 0, %m), kwargs = {}) {val: 1}
// What is written to stays as large as it is.
// CHECK: 'torch.ops.aten.add_.Tensor' cannot be computed: the tensors have different numbers of dimensions
    %o : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%m, %x), kwargs = {}) {val: 1}
    %p : [num_users=0] = call_function[target=torch.ops.aten._foreach_add.List](args = ([%x, %m], [%x]), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten._foreach_add.List' cannot be computed: the lists differ in length
    %q : [num_users=0] = call_function[target=torch.ops.aten.zeros.default](args = ([2, -1],), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.zeros.default' cannot be computed: a size or stride would be -1
// What the functional form refuses, and a result that the operand cannot hold.
// CHECK: 'torch.ops.aten.scatter_.value' cannot be computed: there is no dimension 2 among 2
    %r : [num_users=0] = call_function[target=torch.ops.aten.scatter_.value](args = (%m, 2, %i, 1), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.addmm_.default' cannot be computed: sizes 4 and 3 do not match
    %s : [num_users=0] = call_function[target=torch.ops.aten.addmm_.default](args = (%m, %m, %m), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.mul_.Scalar' cannot be computed: a result of torch.float32 is written to a tensor of torch.int64
    %t : [num_users=0] = call_function[target=torch.ops.aten.mul_.Scalar](args = (%i, 0.5), kwargs = {}) {val: 1}
// A truth value fits everywhere.
// CHECK-NOT: eq_
    %u : [num_users=0] = call_function[target=torch.ops.aten.eq_.Scalar](args = (%m, 2), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
// Kernels of products do not convert, and expand what is added.
// CHECK: 'torch.ops.aten.bmm.default' cannot be computed: 'self' and 'mat2' have different types
    %v : [num_users=0] = call_function[target=torch.ops.aten.bmm.default](args = (%x, %z), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.baddbmm.default' cannot be computed: 'batch1' and 'batch2' have different types
    %w : [num_users=0] = call_function[target=torch.ops.aten.baddbmm.default](args = (%k3, %x, %z), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.baddbmm.default' cannot be computed: 'self' and 'batch1' have different types
    %w2 : [num_users=0] = call_function[target=torch.ops.aten.baddbmm.default](args = (%d3, %x, %y), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.addmv.default' cannot be computed: 'self' and 'vec' have different types
    %w3 : [num_users=0] = call_function[target=torch.ops.aten.addmv.default](args = (%k3, %m, %e4), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.addmv.default' cannot be computed: what is added does not have the sizes of the product
    %w4 : [num_users=0] = call_function[target=torch.ops.aten.addmv.default](args = (%k4, %m, %k4), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.addmm.default' cannot be computed: what is added does not have the sizes of the product
    %w5 : [num_users=0] = call_function[target=torch.ops.aten.addmm.default](args = (%m, %m, %t4), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.addmm.default' cannot be computed: what is added does not have the sizes of the product
    %w6 : [num_users=0] = call_function[target=torch.ops.aten.addmm.default](args = (%x, %m, %t4), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.baddbmm.default' cannot be computed: what is added does not have the sizes of the product
    %w7 : [num_users=0] = call_function[target=torch.ops.aten.baddbmm.default](args = (%x, %x, %y), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.addbmm.default' cannot be computed: what is added does not have the sizes of the product
    %w8 : [num_users=0] = call_function[target=torch.ops.aten.addbmm.default](args = (%m, %x, %y), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.bilinear.default' cannot be computed: sizes 4 and 2 do not match
    %w9 : [num_users=0] = call_function[target=torch.ops.aten.bilinear.default](args = (%k3, %k4, %x, %k4), kwargs = {}) {val: 1}
// CHECK: 'torch.ops.aten.bilinear.default' cannot be computed: 'input1' and 'input2' have different types
    %w10 : [num_users=0] = call_function[target=torch.ops.aten.bilinear.default](args = (%k3, %e4, %x), kwargs = {}) {val: 1}
// What fits, also where it is expanded, and a bias of more dimensions.
// CHECK-NOT: fits
    %fits : [num_users=0] = call_function[target=torch.ops.aten.addmm.default](args = (%k3, %m, %t4), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %fits_1 : [num_users=0] = call_function[target=torch.ops.aten.bilinear.default](args = (%k3, %k4, %x, %c2), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    return None
