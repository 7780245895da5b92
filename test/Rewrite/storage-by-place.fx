// RUN: fx-opt %s --passes='rewrite{remarks}' 2>&1 | FileCheck %s
// RUN: sed 's/, 0), kwargs/), kwargs/; s/as_strided.default/slice.Tensor/; s/\[2, 2\], \[1, 1\]/1, 0, 2/' %s | fx-opt - --infer-values --passes='rewrite{remarks}' 2>&1 | FileCheck %s --check-prefix=SLICE
// A call that takes elements by their place in the storage would find others
// there, if a part of another tensor took the place of its operand.
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4, 4), (4, 1), device("cpu"))}
    %n : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4, 4), (4, 1), device("cpu"))}
    %s : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%n, 0, 2, 4), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"), offset=8)}
    %m : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%s, 1), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.ops.aten.as_strided.default](args = (%m, [2, 2], [1, 1], 0), kwargs = {}) {val: tensor(torch.float32, (2, 2), (1, 1), device("cpu"))}
    %y : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%a,), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    return %y
// CHECK:     remark: rule 'mul-one' matches and is not applied: alias: the storage of %m is looked at by place, as as_strided does, and would be another
// CHECK:     call_function[target=torch.ops.aten.as_strided.default](args = (%m, [2, 2], [1, 1], 0)
// SLICE:     remark: rule 'mul-one' is applied
