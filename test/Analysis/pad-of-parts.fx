// Padding that fills in nothing copies a part, in the order of its memory.
// RUN: fx-opt %s --infer-values --print-format=native | FileCheck %s
fx 1
graph():
    %x : [num_users=5] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (1, 2), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.float32, (4, 3), (6, 2), device("cpu"))}
    // CHECK: %less : {{.*}}(2, 2), (1, 2)
    %less : [num_users=1] = call_function[target=torch.ops.aten.constant_pad_nd.default](args = (%x, [0, -1]), kwargs = {})
    // CHECK: %same : {{.*}}(2, 3), (1, 2)
    %same : [num_users=1] = call_function[target=torch.nn.functional.pad](args = (%x, [0, 0]), kwargs = {})
    // CHECK: %column : {{.*}}(1, 2), (1, 1)
    %column : [num_users=1] = call_function[target=torch.ops.aten.constant_pad_nd.default](args = (%x, [-1, 0, -1, 0]), kwargs = {})
    // CHECK: %gaps : {{.*}}(4, 2), (2, 1)
    %gaps : [num_users=1] = call_function[target=torch.ops.aten.pad.default](args = (%y, [0, -1]), kwargs = {})
    // CHECK: %more : {{.*}}(2, 4), (4, 1)
    %more : [num_users=1] = call_function[target=torch.ops.aten.constant_pad_nd.default](args = (%x, [1, 0]), kwargs = {})
    // CHECK: %both : {{.*}}(2, 3), (3, 1)
    %both : [num_users=1] = call_function[target=torch.ops.aten.constant_pad_nd.default](args = (%x, [1, -1]), kwargs = {})
    return (%less, %same, %column, %gaps, %more, %both)
