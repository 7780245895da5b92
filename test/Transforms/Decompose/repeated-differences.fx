// RUN: split-file %s %t
// RUN: fx-opt %t/few.fx --decompose --print-format=fx | FileCheck %s --check-prefix=FEW
// RUN: fx-opt %t/many.fx --decompose --print-format=fx | FileCheck %s --check-prefix=MANY
// RUN: fx-opt %t/more.fx --decompose -o %t/left.fx 2>&1 | FileCheck %s --check-prefix=MORE

// After as many differences as there are elements, none is left.
// FEW-COUNT-3: aten.sub.Tensor
// FEW-NOT: aten.sub.Tensor
//--- few.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %diff : [num_users=1] = call_function[target=torch.ops.aten.diff.default](args = (%x, 7), kwargs = {}) {val: tensor(torch.float32, (0,), (1,), device("cpu"))}
    return %diff

// MANY-COUNT-70: aten.sub.Tensor
// MANY-NOT: aten.sub.Tensor
//--- many.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (90,), (1,), device("cpu"))}
    %diff : [num_users=1] = call_function[target=torch.ops.aten.diff.default](args = (%x, 70), kwargs = {}) {val: tensor(torch.float32, (20,), (1,), device("cpu"))}
    return %diff

// MORE: remark: calls of 'torch.ops.aten.diff.default' are left as they are: 'n' is more than 1000
//--- more.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (9000,), (1,), device("cpu"))}
    %diff : [num_users=1] = call_function[target=torch.ops.aten.diff.default](args = (%x, 1001), kwargs = {}) {val: tensor(torch.float32, (7999,), (1,), device("cpu"))}
    return %diff
