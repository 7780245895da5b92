// RUN: fx-opt %s --decompose --split-input-file --print-format=fx | FileCheck %s

// A number that is too large for the type of the tensor is infinite in its kernel; the
// greatest one, and what is rounded to it, is not.
// CHECK-LABEL: graph():
// CHECK: aten.scalar_tensor.default](args = (-inf,), kwargs = {dtype: torch.float16
// CHECK: aten.scalar_tensor.default](args = (inf,), kwargs = {dtype: torch.float16
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float16, (3,), (1,), device("cpu"))}
    %nan_to_num : [num_users=1] = call_function[target=torch.ops.aten.nan_to_num.default](args = (%x, None, 1000000.0, -65520), kwargs = {}) {val: tensor(torch.float16, (3,), (1,), device("cpu"))}
    return %nan_to_num

// -----

// CHECK-LABEL: graph():
// CHECK: aten.scalar_tensor.default](args = (-65504.0,), kwargs = {dtype: torch.float16
// CHECK: aten.scalar_tensor.default](args = (65504.0,), kwargs = {dtype: torch.float16
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float16, (3,), (1,), device("cpu"))}
    %nan_to_num : [num_users=1] = call_function[target=torch.ops.aten.nan_to_num.default](args = (%x, None, 65504.0, -65519.0), kwargs = {}) {val: tensor(torch.float16, (3,), (1,), device("cpu"))}
    return %nan_to_num
