// The results of an out= form with several tensors are the tensors it was given, also where
// nobody else holds those: LibTorch lets go of arguments before it returns.
//
// REQUIRES: libtorch
// RUN: fx-run %s --input='f32[2,3]=arange' 2>/dev/null | FileCheck %s
// RUN: fx-run %s --input='f32[2,3]=arange' --profile 2>/dev/null | FileCheck %s
//
// CHECK: 0: f32[2], from 2.000000 to 5.000000, mean 3.500000
// CHECK: 1: i64[2], from 2.000000 to 2.000000, mean 2.000000
// CHECK: 2: f32[2, 3], from 0.000000 to 5.000000
// CHECK: 3: i64[2, 3], from 0.000000 to 2.000000
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x]
    %values : [num_users=1] = call_function[target=torch.ops.aten.new_empty.default](args = (%x, [2]), kwargs = {})
    %indices : [num_users=1] = call_function[target=torch.ops.aten.empty.memory_format](args = ([2],), kwargs = {dtype: torch.int64})
    %max_1 : [num_users=2] = call_function[target=torch.ops.aten.max.dim_max](args = (%x, 1), kwargs = {max: %values, max_values: %indices})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%max_1, 0), kwargs = {})
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%max_1, 1), kwargs = {})
    %sorted : [num_users=1] = call_function[target=torch.ops.aten.new_empty.default](args = (%x, [2, 3]), kwargs = {})
    %order : [num_users=1] = call_function[target=torch.ops.aten.empty.memory_format](args = ([2, 3],), kwargs = {dtype: torch.int64})
    %sort : [num_users=2] = call_function[target=torch.ops.aten.sort.values](args = (%x, 1), kwargs = {values: %sorted, indices: %order})
    %getitem_2 : [num_users=1] = call_function[target=operator.getitem](args = (%sort, 0), kwargs = {})
    %getitem_3 : [num_users=1] = call_function[target=operator.getitem](args = (%sort, 1), kwargs = {})
    return (%getitem, %getitem_1, %getitem_2, %getitem_3)
