// Pointwise writes that read other elements of the same memory, none of which they
// write: other columns, every other element.
// RUN: fx-opt %s --infer-values --decompose --to=fx | FileCheck %s --implicit-check-not=add_ --implicit-check-not=mul_
// CHECK: torch.ops.aten.add.Tensor
// CHECK: torch.ops.aten.mul.Tensor
// CHECK: return
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %clone : [num_users=5] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %left : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%clone, 1, 0, 2), kwargs = {})
    %right : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%clone, 1, 2, 4), kwargs = {})
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%left, %right), kwargs = {})
    %even : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%clone, 1, 0, 4, 2), kwargs = {})
    %odd : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%clone, 1, 1, 4, 2), kwargs = {})
    %mul_ : [num_users=0] = call_function[target=torch.ops.aten.mul_.Tensor](args = (%even, %odd), kwargs = {})
    return %clone
