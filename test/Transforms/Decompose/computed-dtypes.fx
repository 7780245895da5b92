// The dtype of another tensor is a constant where that tensor's type is known. Where it
// is not, the call stays.
// RUN: fx-opt %s --decompose --to=fx 2>&1 | FileCheck %s

// CHECK:      %_to_copy : {{.*}}target=torch.ops.aten._to_copy.default](args = (%x,), kwargs = {dtype: torch.bfloat16})
// CHECK-NEXT: %_to_copy_1 : {{.*}}kwargs = {dtype: torch.bfloat16
// CHECK-NEXT: %_softmax : {{.*}}target=torch.ops.aten._softmax.default](args = (%{{.*}}, -1, False)
// CHECK-NEXT: %full : {{.*}}target=torch.ops.aten.full.default](args = ([2], 0), kwargs = {dtype: torch.bfloat16
// CHECK:      target=torch.ops.aten.to.dtype](args = (%x, %getattr_2)

fx 1
graph():
    %x : [num_users=3] = placeholder[target=x] {val: tensor(torch.float16, (2, 3), (3, 1), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.bfloat16, (3,), (1,), device("cpu"))}
    %z : [num_users=1] = placeholder[target=z]
    %dtype : [num_users=3] = call_function[target=builtins.getattr](args = (%y, "dtype"), kwargs = {})
    %to : [num_users=1] = call_method[target=to](args = (%x, %dtype), kwargs = {})
    %softmax : [num_users=1] = call_function[target=torch.softmax](args = (%x, -1), kwargs = {dtype: %dtype})
    %zeros : [num_users=1] = call_function[target=torch.zeros](args = (2,), kwargs = {dtype: %dtype})
    %unknown : [num_users=1] = call_function[target=builtins.getattr](args = (%z, "dtype"), kwargs = {})
    %kept : [num_users=1] = call_method[target=to](args = (%x, %unknown), kwargs = {})
    return (%to, %softmax, %zeros, %kept)
