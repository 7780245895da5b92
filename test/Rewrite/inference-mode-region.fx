// A copy of what was computed in inference mode takes it out of that: autograd does not
// save tensors that are in it.
// RUN: fx-opt %s --split-input-file -O1 | FileCheck %s

// CHECK: %clone : {{.*}}torch.clone
// CHECK: return %mul
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %guard : [num_users=1] = call_function[target=torch.autograd.grad_mode._enter_inference_mode](args = (True,), kwargs = {})
    %a : [num_users=1] = call_function[target=torch.sigmoid](args = (%x,), kwargs = {})
    %exit : [num_users=0] = call_function[target=torch.autograd.grad_mode._exit_inference_mode](args = (%guard,), kwargs = {})
    %clone : [num_users=1] = call_function[target=torch.clone](args = (%a,), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.mul](args = (%clone, %x), kwargs = {})
    return %mul

// -----

// CHECK-NOT: torch.clone
// CHECK: return %mul
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.sigmoid](args = (%x,), kwargs = {})
    %clone : [num_users=1] = call_function[target=torch.clone](args = (%a,), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.mul](args = (%clone, %x), kwargs = {})
    return %mul
