// A type that is computed stays a call of Python's function: the operator returns a
// number in place of torch.dtype. What it is used for knows the type.
// RUN: fx-opt %s --decompose --print-format=fx | FileCheck %s
// CHECK: %result_type : {{.*}}[target=torch.result_type](args = (%x, 2.0)
// CHECK: _to_copy.default](args = (%x,), kwargs = {dtype: torch.float32})
// CHECK: %promote_types : {{.*}}[target=torch.promote_types](args = (%getattr_1, torch.float16)
// CHECK: _to_copy.default](args = (%x,), kwargs = {dtype: torch.float16})
fx 1
graph():
    %x : [num_users=4] = placeholder[target=x] {val: tensor(torch.int32, (3,), (1,), device("cpu"))}
    %type : [num_users=2] = call_function[target=torch.result_type](args = (%x, 2.0), kwargs = {})
    %to : [num_users=1] = call_method[target=to](args = (%x, %type), kwargs = {})
    %dtype : [num_users=1] = call_function[target=builtins.getattr](args = (%x, "dtype"), kwargs = {})
    %both : [num_users=2] = call_function[target=torch.promote_types](args = (%dtype, torch.float16), kwargs = {})
    %cast : [num_users=1] = call_method[target=to](args = (%x, %both), kwargs = {})
    return (%type, %to, %both, %cast)
