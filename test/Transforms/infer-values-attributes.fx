// Attributes of tensors that are views have the values of the operators of that name.
// RUN: fx-opt %s --infer-values | FileCheck %s
// CHECK: %data : {{.*}}{val: tensor(torch.complex64, (2, 3), (3, 1), device("cpu"))}
// CHECK: %real : {{.*}}{val: tensor(torch.float32, (2, 3), (6, 2), device("cpu"))}
// CHECK: %imag : {{.*}}{val: tensor(torch.float32, (2, 3), (6, 2), device("cpu"), offset=1)}
// CHECK: %mH : {{.*}}{val: tensor(torch.complex64, (3, 2), (1, 3), device("cpu"))}
// CHECK: %itemsize : {{.*}}{val: 8}
// CHECK: %part : {{.*}}{val: tensor(torch.float32, (2, 3), (6, 2), device("cpu"))}
fx 1
graph():
    %x : [num_users=5] = placeholder[target=x] {val: tensor(torch.complex64, (2, 3), (3, 1), device("cpu"))}
    %data : [num_users=1] = call_function[target=builtins.getattr](args = (%x, "data"), kwargs = {})
    %real : [num_users=2] = call_function[target=builtins.getattr](args = (%x, "real"), kwargs = {})
    %imag : [num_users=1] = call_function[target=builtins.getattr](args = (%x, "imag"), kwargs = {})
    %mH : [num_users=1] = call_function[target=builtins.getattr](args = (%x, "mH"), kwargs = {})
    %itemsize : [num_users=1] = call_function[target=builtins.getattr](args = (%x, "itemsize"), kwargs = {})
    %part : [num_users=1] = call_function[target=builtins.getattr](args = (%real, "real"), kwargs = {})
    return (%data, %real, %imag, %mH, %itemsize, %part)
