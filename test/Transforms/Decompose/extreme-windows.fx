fx 1
// Windows that PyTorch does not take, or that no 64 bits hold, are left alone; the pass must not
// compute with them.
//
// RUN: fx-opt %s --decompose --verify-each=0 --print-format=fx 2>&1 | FileCheck %s

// CHECK-DAG: remark: calls of 'torch.ops.aten.im2col.default' are left as they are: 'padding' is 9223372036854775807; this rule needs 0 to 2147483647
// CHECK-DAG: remark: calls of 'torch.ops.aten.col2im.default' are left as they are: 'kernel_size' is -9223372036854775808; this rule needs 1 to 2147483647
// CHECK: target=torch.ops.aten.im2col.default](args = (%x, [2, 2], [1, 1], [9223372036854775807, 0], [1, 1])
// CHECK: target=torch.ops.aten.col2im.default](args = (%c, [4, 4], [2, -9223372036854775808], [1, 1], [0, 0], [1, 1])
// CHECK-NOT: im2col.default
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (1, 2, 4, 4), (32, 16, 4, 1), device("cpu"))}
    %c : [num_users=1] = placeholder[target=c] {val: tensor(torch.float32, (1, 8, 9), (72, 9, 1), device("cpu"))}
    %large : [num_users=1] = call_function[target=torch.ops.aten.im2col.default](args = (%x, [2, 2], [1, 1], [9223372036854775807, 0], [1, 1]), kwargs = {})
    %least : [num_users=1] = call_function[target=torch.ops.aten.col2im.default](args = (%c, [4, 4], [2, -9223372036854775808], [1, 1], [0, 0], [1, 1]), kwargs = {})
    %usual : [num_users=1] = call_function[target=torch.ops.aten.im2col.default](args = (%x, [2, 2], [1, 1], [0, 0], [1, 1]), kwargs = {})
    return (%large, %least, %usual)
