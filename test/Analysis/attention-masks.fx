fx 1
// RUN: fx-opt %s --check-values -o /dev/null
// RUN: sed 's/(40, 20, 4, 1)/(40, 20, 1, 5)/' %s > %t.fx
// RUN: not fx-opt %t.fx --check-values -o /dev/null 2>&1 | FileCheck %s
// RUN: sed '/call_function/s/ {val.*$//' %s > %t.fx
// RUN: fx-opt %t.fx --infer-values | FileCheck %s --check-prefix=NEW

// PyTorch's fast kernel gives its result the layout of the query, and has no
// gradient for a mask: one that needs it goes another way, whose result is
// contiguous. Of a mask that is computed either may be, and the program says which.
// CHECK: error: the value of %math is wrong
// NEW: %fast {{.*}}, (40, 4, 8, 1),
// NEW: %math {{.*}}, (40, 4, 8, 1),
// NEW: %grad {{.*}}, (40, 20, 4, 1),
graph():
    %q : [num_users=3] = placeholder[target=q] {val: tensor(torch.float32, (3, 2, 5, 4), (40, 4, 8, 1), device("cpu"))}
    %m : [num_users=2] = placeholder[target=m] {val: tensor(torch.float32, (1, 2, 5, 5), (50, 25, 5, 1), device("cpu"))}
    %p : [num_users=1] = placeholder[target=p] {val: tensor(torch.float32, (1, 2, 5, 5), (50, 25, 5, 1), device("cpu"), requires_grad=True)}
    %fast : [num_users=1] = call_function[target=torch.ops.aten.scaled_dot_product_attention.default](args = (%q, %q, %q, %m), kwargs = {}) {val: tensor(torch.float32, (3, 2, 5, 4), (40, 4, 8, 1), device("cpu"))}
    %math : [num_users=1] = call_function[target=torch.ops.aten.scaled_dot_product_attention.default](args = (%q, %q, %q, %m), kwargs = {}) {val: tensor(torch.float32, (3, 2, 5, 4), (40, 20, 4, 1), device("cpu"))}
    %grad : [num_users=1] = call_function[target=torch.ops.aten.scaled_dot_product_attention.default](args = (%q, %q, %q, %p), kwargs = {}) {val: tensor(torch.float32, (3, 2, 5, 4), (40, 20, 4, 1), device("cpu"))}
    return (%fast, %math, %grad)
