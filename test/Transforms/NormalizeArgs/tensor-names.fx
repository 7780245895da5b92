// RUN: fx-opt %s --passes='normalize-args{defaults=fill}' --print-format=fx | FileCheck %s
// Tensors have no names of dimensions in PyTorch 2.13: only who gives some keeps them.
// CHECK: %tensor : {{.*}}(args = ([0.25],), kwargs = {dtype: torch.float32, device: None, requires_grad: False, pin_memory: False})
// CHECK: %named : {{.*}}(args = ([1.0],), kwargs = {dtype: None, device: None, requires_grad: False, pin_memory: False, names: [N]})

fx 1
graph():
    %tensor : [num_users=1] = call_function[target=torch.tensor](args = ([0.25],), kwargs = {dtype: torch.float32})
    %named : [num_users=1] = call_function[target=torch.tensor](args = ([1.0],), kwargs = {names: ["N"]})
    return (%tensor, %named)
