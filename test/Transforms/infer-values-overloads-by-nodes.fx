// Which overload a call of Python takes depends on what its arguments are: a dtype is no device, and
// a size no truth value and no list of places.
// RUN: fx-opt %s --infer-values | FileCheck %s
// RUN: fx-opt %s -O1 --to=code | FileCheck %s --check-prefix=O1
// O1: x.to(torch.float32)
// O1: f.to(dtype)
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.int8, (2, 3), (3, 1), device("cpu"))}
    %f = call_method[target=to](args = (%x, torch.float32), kwargs = {})
    %dtype = call_function[target=builtins.getattr](args = (%x, "dtype"), kwargs = {})
    %device = call_function[target=builtins.getattr](args = (%x, "device"), kwargs = {})
    %n = call_method[target=dim](args = (%x,), kwargs = {})
    %d = call_function[target=operator.sub](args = (%n, 1), kwargs = {})
// CHECK: %back : {{.*}}{val: tensor(torch.int8, (2, 3), (3, 1), device("cpu"))}
    %back = call_method[target=to](args = (%f, %dtype), kwargs = {})
// CHECK: %there : {{.*}}{val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %there = call_method[target=to](args = (%f, %device), kwargs = {})
// CHECK: %std : {{.*}}{val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %std = call_method[target=std](args = (%f, %d), kwargs = {})
// CHECK: %both : {{.*}}{val: (tensor(torch.float32, (2,), (1,), device("cpu")), tensor(torch.float32, (2,), (1,), device("cpu")))}
    %both = call_function[target=torch.std_mean](args = (%f, %d), kwargs = {})
// CHECK: %parts : {{.*}}{val: [tensor(torch.float32, (2, 3), (3, 1), device("cpu"))]}
    %parts = call_method[target=tensor_split](args = (%f, %d), kwargs = {})
    return (%back, %there, %std, %both, %parts)
