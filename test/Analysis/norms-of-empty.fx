// The strides of norms of no elements are those of PyTorch 2.13: sums of absolute values
// are sums, whose results have a stride of 0 before an empty dimension; other norms do
// not. A norm without an order is of order 2.
// RUN: fx-opt %s --infer-values | FileCheck %s
// CHECK: %none : {{.*}}{val: tensor(torch.float32, (1, 0), (1, 1), device("cpu"))}
// CHECK: %two : {{.*}}{val: tensor(torch.float32, (1, 0), (1, 1), device("cpu"))}
// CHECK: %one : {{.*}}{val: tensor(torch.float32, (1, 0), (0, 1), device("cpu"))}
// CHECK: %vector : {{.*}}{val: tensor(torch.float32, (1, 0), (0, 1), device("cpu"))}
fx 1
graph():
    %x : [num_users=4] = placeholder[target=x] {val: tensor(torch.float32, (3, 0), (1, 1), device("cpu"))}
    %none : [num_users=1] = call_function[target=torch.ops.aten.norm.ScalarOpt_dim](args = (%x, None, [0], True), kwargs = {})
    %two : [num_users=1] = call_function[target=torch.ops.aten.norm.ScalarOpt_dim](args = (%x, 2, [0], True), kwargs = {})
    %one : [num_users=1] = call_function[target=torch.ops.aten.norm.ScalarOpt_dim](args = (%x, 1, [0], True), kwargs = {})
    %vector : [num_users=1] = call_function[target=torch.ops.aten.linalg_vector_norm.default](args = (%x, 1, [0], True), kwargs = {})
    return (%none, %two, %one, %vector)
