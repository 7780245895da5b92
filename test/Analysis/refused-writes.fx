// Writes that PyTorch refuses: what is written to stays as large as it is, lists have one element
// for each tensor, and a value for all elements has no dimensions.
// RUN: fx-opt %s --passes='check-values{remarks}' --print-format=none 2>&1 | FileCheck %s --implicit-check-not=remark:
fx 1
graph():
    %m : [num_users=12] = placeholder[target=m] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %v : [num_users=12] = placeholder[target=v] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %i : [num_users=3] = placeholder[target=i] {val: tensor(torch.int64, (2,), (1,), device("cpu"))}
    %b : [num_users=2] = placeholder[target=b] {val: tensor(torch.bool, (3, 4), (4, 1), device("cpu"))}
    %c : [num_users=2] = placeholder[target=c] {val: tensor(torch.float32, (2, 2, 3), (6, 3, 1), device("cpu"))}
// Lists.
// CHECK: remark: {{.*}}%l1 {{.*}}the lists differ in length
    %l1 : [num_users=0] = call_function[target=torch.ops.aten._foreach_add_.List](args = ([%m, %v], [%v]), kwargs = {}) {val: 1}
// CHECK: remark: {{.*}}%l2 {{.*}}there are no tensors
    %l2 : [num_users=0] = call_function[target=torch.ops.aten._foreach_zero_.default](args = ([],), kwargs = {}) {val: 1}
// CHECK: remark: {{.*}}%l3 {{.*}}the tensors have different numbers of dimensions
    %l3 : [num_users=0] = call_function[target=torch.ops.aten._foreach_mul_.List](args = ([%v], [%m]), kwargs = {}) {val: 1}
// CHECK: remark: {{.*}}%l4 {{.*}}a result of torch.float32 is written to a tensor of torch.int64
    %l4 : [num_users=0] = call_function[target=torch.ops.aten._foreach_sqrt_.default](args = ([%i],), kwargs = {}) {val: 1}
// CHECK: remark: {{.*}}%l5 {{.*}}a value for all elements has 1 dimensions
    %l5 : [num_users=0] = call_function[target=torch.ops.aten._foreach_add_.Tensor](args = ([%m], %v), kwargs = {}) {val: 1}
// Triangles and diagonals.
// CHECK: remark: {{.*}}%t1 {{.*}}the operand has fewer than two dimensions
    %t1 : [num_users=0] = call_function[target=torch.ops.aten.triu_.default](args = (%v,), kwargs = {}) {val: 1}
// CHECK: remark: {{.*}}%t2 {{.*}}the operand has fewer than two dimensions
    %t2 : [num_users=0] = call_function[target=torch.ops.aten.fill_diagonal_.default](args = (%v, 1), kwargs = {}) {val: 1}
// CHECK: remark: {{.*}}%t3 {{.*}}the sizes of the operand differ
    %t3 : [num_users=0] = call_function[target=torch.ops.aten.fill_diagonal_.default](args = (%c, 1), kwargs = {}) {val: 1}
// What is copied or filled in.
// CHECK: remark: {{.*}}%f1 {{.*}}the tensors have different numbers of dimensions
    %f1 : [num_users=0] = call_function[target=torch.ops.aten.copy_.default](args = (%v, %m), kwargs = {}) {val: 1}
// CHECK: remark: {{.*}}%f2 {{.*}}the tensors have different numbers of dimensions
    %f2 : [num_users=0] = call_function[target=torch.ops.aten.masked_fill_.Scalar](args = (%v, %b, 1), kwargs = {}) {val: 1}
// CHECK: remark: {{.*}}%f3 {{.*}}a value for all elements has 1 dimensions
    %f3 : [num_users=0] = call_function[target=torch.ops.aten.masked_fill_.Tensor](args = (%m, %b, %v), kwargs = {}) {val: 1}
// CHECK: remark: {{.*}}%f4 {{.*}}a value for all elements has 1 dimensions
    %f4 : [num_users=0] = call_function[target=torch.ops.aten.fill_.Tensor](args = (%m, %v), kwargs = {}) {val: 1}
// Parts for indices.
// CHECK: remark: {{.*}}%p1 {{.*}}there are 2 indices for 3 parts of the source
    %p1 : [num_users=0] = call_function[target=torch.ops.aten.index_add_.default](args = (%m, 0, %i, %m), kwargs = {}) {val: 1}
// CHECK: remark: {{.*}}%p2 {{.*}}the index has 2 dimensions, and may have one
    %p2 : [num_users=0] = call_function[target=torch.ops.aten.index_add_.default](args = (%m, 0, %m, %m), kwargs = {}) {val: 1}
// CHECK: remark: {{.*}}%p3 {{.*}}the source has 1 dimensions, the operand has 2
    %p3 : [num_users=0] = call_function[target=torch.ops.aten.index_copy_.default](args = (%m, 0, %i, %v), kwargs = {}) {val: 1}
// These are right.
    %r1 : [num_users=0] = call_function[target=torch.ops.aten._foreach_add_.List](args = ([%m, %v], [%v, %v]), kwargs = {})
    %r2 : [num_users=0] = call_function[target=torch.ops.aten.copy_.default](args = (%m, %v), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %r3 : [num_users=0] = call_function[target=torch.ops.aten.squeeze_.dim](args = (%c, 1), kwargs = {}) {val: tensor(torch.float32, (2, 2, 3), (6, 3, 1), device("cpu"))}
    %r4 : [num_users=0] = call_function[target=torch.ops.aten.tril_.default](args = (%m,), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    return None
