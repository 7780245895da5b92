fx 1
// RUN: fx-opt %s --rewrite='only=merge-reshapes' | FileCheck %s

// Two reshapes of an input copy where a caller gives one with other strides;
// one that restores the sizes never does. The input is written afterwards.
// CHECK: %a : {{.*}}reshape.default](args = (%x, [2, 6]), kwargs = {})
// CHECK-NEXT: %b : {{.*}}reshape.default](args = (%a, [3, 4]), kwargs = {})
// A view of a view shares the memory, whatever the strides.
// CHECK-NOT: %d :
// CHECK: add_.Tensor
// What nobody writes, and nobody else sees, may be one reshape.
// CHECK-NOT: %f :
// CHECK: return
graph():
    %x : [num_users=3] = placeholder[target=x] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.ops.aten.reshape.default](args = (%x, [2, 6]), kwargs = {}) {val: tensor(torch.float32, (2, 6), (6, 1), device("cpu"))}
    %b : [num_users=1] = call_function[target=torch.ops.aten.reshape.default](args = (%a, [3, 4]), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %c : [num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default](args = (%x, 0), kwargs = {}) {val: tensor(torch.float32, (1, 3, 4), (12, 4, 1), device("cpu"))}
    %d : [num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default](args = (%c, 0), kwargs = {}) {val: tensor(torch.float32, (1, 1, 3, 4), (12, 12, 4, 1), device("cpu"))}
    %e : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%d, [4, 3]), kwargs = {}) {val: tensor(torch.float32, (4, 3), (3, 1), device("cpu"))}
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%x, 1), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %n : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%b,), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %f : [num_users=1] = call_function[target=torch.ops.aten.reshape.default](args = (%n, [2, 6]), kwargs = {}) {val: tensor(torch.float32, (2, 6), (6, 1), device("cpu"))}
    %g : [num_users=1] = call_function[target=torch.ops.aten.reshape.default](args = (%f, [12]), kwargs = {}) {val: tensor(torch.float32, (12,), (1,), device("cpu"))}
    return (%e, %g)
