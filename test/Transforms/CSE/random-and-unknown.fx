// Random numbers are drawn again, and nothing is merged across something unknown
// or a change of the grad mode; assertions are not an obstacle.
// RUN: fx-opt %s --cse --print-format=fx | FileCheck %s

// CHECK: %rand_like :
// CHECK-NEXT: %rand_like_1 :
// CHECK-NEXT: %relu : [num_users=1]
// CHECK-NEXT: %_assert :
// CHECK-NEXT: %mode :
// CHECK-NEXT: %relu_2 :
// CHECK-NEXT: %unknown :
// CHECK-NEXT: %relu_3 :
// CHECK-NEXT: %unknown_1 :
// CHECK-NEXT: %cat : {{.*}}(args = ([%rand_like, %rand_like_1, %relu, %relu, %relu_2, %relu_3, %unknown, %unknown_1],), kwargs = {})

graph():
    %x : [num_users=9] = placeholder[target=x]
    %rand_like : [num_users=1] = call_function[target=torch.rand_like](args = (%x,), kwargs = {})
    %rand_like_1 : [num_users=1] = call_function[target=torch.rand_like](args = (%x,), kwargs = {})
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %_assert : [num_users=0] = call_function[target=torch._assert](args = (%x, text), kwargs = {})
    %relu_1 : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %mode : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %relu_2 : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %unknown : [num_users=1] = call_function[target=my.unknown](args = (%x,), kwargs = {})
    %relu_3 : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %unknown_1 : [num_users=1] = call_function[target=my.unknown](args = (%x,), kwargs = {})
    %cat : [num_users=1] = call_function[target=torch.cat](args = ([%rand_like, %rand_like_1, %relu, %relu_1, %relu_2, %relu_3, %unknown, %unknown_1],), kwargs = {})
    return cat
