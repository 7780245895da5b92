// xlogy of a tensor of integers, or truth values, and a number: the number is a float.
//
// RUN: fx-opt %s --decompose | FileCheck %s
//
// CHECK: %scalar_tensor : {{.*}}(args = (2.5,), kwargs = {dtype: torch.float32,
// CHECK: %scalar_tensor_{{[0-9]+}} : {{.*}}(args = (2.5,), kwargs = {dtype: torch.float32,
// CHECK: %scalar_tensor_{{[0-9]+}} : {{.*}}(args = (0.5,), kwargs = {dtype: torch.float32,
// CHECK: %scalar_tensor_{{[0-9]+}} : {{.*}}(args = (0.5,), kwargs = {dtype: torch.float64,
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.int64, (3,), (1,), device("cpu"))}
    %b : [num_users=1] = placeholder[target=b] {val: tensor(torch.bool, (3,), (1,), device("cpu"))}
    %d : [num_users=1] = placeholder[target=d] {val: tensor(torch.float64, (3,), (1,), device("cpu"))}
    %one : [num_users=1] = call_function[target=torch.ops.aten.xlogy.Scalar_Other](args = (%x, 2.5), kwargs = {})
    %two : [num_users=1] = call_function[target=torch.ops.aten.special_xlog1py.other_scalar](args = (%b, 2.5), kwargs = {})
    %three : [num_users=1] = call_function[target=torch.ops.aten.xlogy.Scalar_Self](args = (0.5, %x), kwargs = {})
    %four : [num_users=1] = call_function[target=torch.ops.aten.xlogy.Scalar_Self](args = (0.5, %d), kwargs = {})
    return (%one, %two, %three, %four)
