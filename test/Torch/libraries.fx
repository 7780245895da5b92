// Operators that libraries define in Python alone run by formulas of their own: here the product of
// rows with the matrices of their experts, of transformers. Two rows of the first, none of the
// second, one of the third; the last row belongs to none.
//
// REQUIRES: libtorch
// RUN: fx-run %s --input='f32[4,2]=ones' --input='f32[3,2,2]=arange' | FileCheck %s
// CHECK: 0: f32[4, 2], {{.*}}mean 6.250000
// CHECK: 1: f32[4, 2], {{.*}}mean 95.500000
// CHECK: 2: f32[3, 2, 2], {{.*}}mean 8.333333
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x]
    %w : [num_users=2] = placeholder[target=w]
    %ends : [num_users=2] = call_function[target=torch.tensor](args = ([2, 2, 3],), kwargs = {})
    %mm : [num_users=2] = call_function[target=torch.ops.transformers.grouped_mm_fallback.default](args = (%x, %w, %ends), kwargs = {})
    %back : [num_users=2] = call_function[target=torch.ops.transformers.grouped_mm_fallback_backward.default](args = (%x, %w, %ends, %mm), kwargs = {})
    %gx : [num_users=1] = call_function[target=operator.getitem](args = (%back, 0), kwargs = {})
    %gw : [num_users=1] = call_function[target=operator.getitem](args = (%back, 1), kwargs = {})
    return (%mm, %gx, %gw)
