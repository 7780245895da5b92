// Losses of PyTorch 2 take weights of elements; HuberLoss says that it has none.
//
// REQUIRES: libtorch
// RUN: fx-run %s --input='ones(2,3)' --input='zeros(2,3)' --input='f32[2,3]=2' \
// RUN:   | FileCheck %s
// CHECK:      0: f32[], {{.*}}mean 1.000000
// CHECK-NEXT: 1: f32[], {{.*}}mean 12.000000
// CHECK-NEXT: 2: f32[], {{.*}}mean 0.750000
// CHECK-NEXT: 3: f32[2, 3], {{.*}}mean 0.750000
// CHECK-NEXT: 4: f32[], {{.*}}mean 2.250000
// CHECK-NEXT: 5: f32[], {{.*}}mean 0.375000

fx 1
graph():
    %x : [num_users=6] = placeholder[target=x]
    %y : [num_users=6] = placeholder[target=y]
    %w : [num_users=4] = placeholder[target=w]
    %l1_loss : [num_users=1] = call_function[target=torch.nn.functional.l1_loss](args = (%x, %y), kwargs = {weight: %w})
    %l1_loss_1 : [num_users=1] = call_function[target=torch.nn.functional.l1_loss](args = (%x, %y), kwargs = {reduction: "sum", weight: %w})
    %huber_loss : [num_users=1] = call_function[target=torch.nn.functional.huber_loss](args = (%x, %y), kwargs = {delta: 0.5, weight: %w})
    %huber_loss_1 : [num_users=1] = call_function[target=torch.nn.functional.huber_loss](args = (%x, %y), kwargs = {reduction: "none", delta: 0.5, weight: %w})
    %huber_loss_2 : [num_users=1] = call_function[target=torch.nn.functional.huber_loss](args = (%x, %y), kwargs = {reduction: "sum", delta: 0.5, weight: None})
    %huber_loss_3 : [num_users=1] = call_function[target=torch.nn.functional.huber_loss](args = (%x, %y), kwargs = {delta: 0.5, weight: None})
    return (%l1_loss, %l1_loss_1, %huber_loss, %huber_loss_1, %huber_loss_2, %huber_loss_3)
