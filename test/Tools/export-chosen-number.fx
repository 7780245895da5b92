// max and min of Python return one of their arguments, and an integer as that: a product with it
// stays one of integers.
// RUN: fx-translate %s --input='x=i64[2]' -o %t.pt2 && fx-opt %t.pt2 --to=fx | FileCheck %s
// CHECK: mul.Tensor](args = (%x, 2), kwargs = {})
// CHECK: add.Tensor](args = (%mul, 1), kwargs = {})
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
    %most : [num_users=1] = call_function[target=builtins.max](args = (2, 1.5), kwargs = {})
    %least : [num_users=1] = call_function[target=builtins.min](args = (1.5, 1), kwargs = {})
    %y : [num_users=1] = call_function[target=torch.mul](args = (%x, %most), kwargs = {})
    %z : [num_users=1] = call_function[target=torch.add](args = (%y, %least), kwargs = {})
    return %z
