fx 1
// A product stays where x, or a view of it, or the sigmoid is written before it,
// and where a call changes the mode. A write of other memory does not matter.
//
// RUN: %fx-opt %s --use-silu --to=fx | FileCheck %s

// CHECK:     %mul : {{.*}}(args = (%a, %sigmoid), kwargs = {})
// CHECK:     %mul_1 : {{.*}}(args = (%b, %sigmoid_1), kwargs = {})
// CHECK:     %mul_2 : {{.*}}(args = (%c, %sigmoid_2), kwargs = {})
// CHECK-NOT: sigmoid
// CHECK:     %silu : {{.*}}silu](args = (%d,), kwargs = {})
graph():
    %x : [num_users=4] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %a : [num_users=3] = call_function[target=torch.sin](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %sigmoid : [num_users=1] = call_function[target=torch.sigmoid](args = (%a,), kwargs = {})
    %view : [num_users=1] = call_method[target=view](args = (%a, 6), kwargs = {})
    %add_ : [num_users=0] = call_method[target=add_](args = (%view, 1), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.mul](args = (%a, %sigmoid), kwargs = {})
    %b : [num_users=2] = call_function[target=torch.cos](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %sigmoid_1 : [num_users=2] = call_function[target=torch.sigmoid](args = (%b,), kwargs = {})
    %neg_ : [num_users=0] = call_method[target=neg_](args = (%sigmoid_1,), kwargs = {})
    %mul_1 : [num_users=1] = call_function[target=torch.mul](args = (%b, %sigmoid_1), kwargs = {})
    %c : [num_users=2] = call_function[target=torch.tan](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %sigmoid_2 : [num_users=1] = call_function[target=torch.sigmoid](args = (%c,), kwargs = {})
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %mul_2 : [num_users=1] = call_function[target=torch.mul](args = (%c, %sigmoid_2), kwargs = {})
    %d : [num_users=2] = call_function[target=torch.exp](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %sigmoid_3 : [num_users=1] = call_function[target=torch.sigmoid](args = (%d,), kwargs = {})
    %neg__1 : [num_users=0] = call_method[target=neg_](args = (%mul_2,), kwargs = {})
    %mul_3 : [num_users=1] = call_function[target=torch.mul](args = (%d, %sigmoid_3), kwargs = {})
    return (%mul, %mul_1, %mul_2, %mul_3)
