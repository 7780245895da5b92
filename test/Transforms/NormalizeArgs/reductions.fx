// Python's bindings of losses have 0 for the default of `reduction`, which is not a reduction,
// where the operators themselves have 1, the mean.
// RUN: fx-opt %s --passes='normalize-args{defaults=drop}' --print-format=fx | FileCheck %s

// CHECK: %none : {{.*}}torch.kl_div](args = (%x, %x), kwargs = {})
// CHECK: %mean : {{.*}}torch.kl_div](args = (%x, %x, 1), kwargs = {})
// CHECK: %mean_1 : {{.*}}torch._C._nn.mse_loss](args = (%x, %x, 1), kwargs = {})
// CHECK: %mean_2 : {{.*}}torch.ops.aten.mse_loss.default](args = (%x, %x), kwargs = {})
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
    %none : [num_users=0] = call_function[target=torch.kl_div](args = (%x, %x, 0), kwargs = {})
    %mean : [num_users=0] = call_function[target=torch.kl_div](args = (%x, %x, 1), kwargs = {})
    %mean_1 : [num_users=0] = call_function[target=torch._C._nn.mse_loss](args = (%x, %x, 1), kwargs = {})
    %mean_2 : [num_users=0] = call_function[target=torch.ops.aten.mse_loss.default](args = (%x, %x, 1), kwargs = {})
    return %x
