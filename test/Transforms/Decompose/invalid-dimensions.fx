// The verifier refuses a call that PyTorch refuses. What was not verified is left
// as it is.
// RUN: %exits 3 fx-opt %s --decompose 2>&1 | FileCheck %s --check-prefix=VERIFIED
// RUN: fx-opt %s --no-verify --decompose 2>&1 | FileCheck %s

// VERIFIED: error: wrong dimensions for 'torch.ops.aten.movedim.intlist': 'destination' names dimension 0 twice
// CHECK: remark: calls of 'torch.ops.aten.movedim.intlist' are left as they are: dimension 0 is a destination twice
// CHECK: call_function[target=torch.ops.aten.movedim.intlist]
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3, 4), (12, 4, 1), device("cpu"))}
    %movedim : [num_users=1] = call_function[target=torch.ops.aten.movedim.intlist](args = (%x, [0, 1], [0, 0]), kwargs = {})
    return %movedim
