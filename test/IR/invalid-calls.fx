// V21, V22: calls fit their schemas (err_verify_schema, note_verify_schema,
// warn_verify_signature).
// RUN: not fx-opt %s --print-format=none 2>&1 | FileCheck %s

fx 1
graph():
    %x : [num_users=9] = placeholder[target=x]
    %good : [num_users=0] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, 2), kwargs = {alpha: 3})
// CHECK: :[[@LINE+4]]:47: error: 'torch.ops.aten.add.Tensor' cannot be called like this: missing argument 'other'
// CHECK-NEXT: call_function
// CHECK-NEXT: {{\^~~~~~~~~~~~~~~~~~~~~~~~~}}
// CHECK-NEXT: note: its schema is (Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
    %a : [num_users=0] = call_function[target=torch.ops.aten.add.Tensor](args = (%x,), kwargs = {})
// CHECK: error: 'torch.ops.aten.add.Tensor' cannot be called like this: has no parameter 'beta'
    %b : [num_users=0] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %x), kwargs = {beta: 2})
// CHECK: error: 'torch.ops.aten.add.Tensor' cannot be called like this: the argument for 'other' is not of type Tensor
    %c : [num_users=0] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, "two"), kwargs = {})
// CHECK: error: 'torch.ops.aten.add.Tensor' cannot be called like this: got more than one value for 'other'
    %d : [num_users=0] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %x), kwargs = {other: %x})
// CHECK: error: 'torch.ops.aten.add.Tensor' cannot be called like this: takes at most 2 positional
    %e : [num_users=0] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %x, 2), kwargs = {})
// CHECK: :[[@LINE+1]]:47: warning: 'torch.relu' cannot be called like this: takes at most 1 positional
    %f : [num_users=0] = call_function[target=torch.relu](args = (%x, 2), kwargs = {})
// CHECK: :[[@LINE+1]]:47: warning: 'torch.max' cannot be called like this: none of its signatures fits the arguments; for the first: has no parameter 'places'
    %g : [num_users=0] = call_function[target=torch.max](args = (%x,), kwargs = {places: 3})
    return None
