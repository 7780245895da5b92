// Keywords are those of Python's parser. It calls a tensor `input` that the
// operator calls `self`, and a number `self`. Where both fit, or an int may stand
// for the list of a name, positions stay.
// RUN: fx-opt %s --passes='normalize-args{only-kwargs}' --print-format=fx \
// RUN:   | FileCheck %s

// CHECK: %pow_1 : {{.*}}(args = (2, %x), kwargs = {})
// CHECK: %pow_2 : {{.*}}(args = (2,), kwargs = {exponent: %x})
// CHECK: %where : {{.*}}(args = (%gt, 1, 2), kwargs = {})
// CHECK: %zeros : {{.*}}(args = (%size,), kwargs = {dtype: torch.int64})
// CHECK: %new_ones : {{.*}}(args = (%x, %size), kwargs = {})
// CHECK: %view : {{.*}}(args = (%x, %size), kwargs = {})
// CHECK: %zeros_1 : {{.*}}(args = (), kwargs = {size: %size})
// CHECK: %zeros_2 : {{.*}}(args = (), kwargs = {size: (%size, 2)})

graph():
    %x : [num_users=6] = placeholder[target=x]
    %pow_1 : [num_users=1] = call_function[target=torch.pow](args = (2, %x), kwargs = {})
    %pow_2 : [num_users=1] = call_function[target=torch.pow](args = (2,), kwargs = {exponent: %x})
    %gt : [num_users=1] = call_function[target=torch.gt](args = (%x, 0), kwargs = {})
    %where : [num_users=1] = call_function[target=torch.where](args = (%gt, 1, 2), kwargs = {})
    %size : [num_users=5] = call_method[target=size](args = (%x, 0), kwargs = {})
    %zeros : [num_users=1] = call_function[target=torch.zeros](args = (%size,), kwargs = {dtype: torch.int64})
    %new_ones : [num_users=1] = call_method[target=new_ones](args = (%x, %size), kwargs = {})
    %view : [num_users=1] = call_method[target=view](args = (%x, %size), kwargs = {})
    %zeros_1 : [num_users=1] = call_function[target=torch.zeros](args = (), kwargs = {size: %size})
    %zeros_2 : [num_users=1] = call_function[target=torch.zeros](args = (%size, 2), kwargs = {})
    return (pow_1, pow_2, where, zeros, new_ones, view, zeros_1, zeros_2)
