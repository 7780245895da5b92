// A tensor that is resized to more elements is `resize` of it, as PyTorch has it: what the new
// elements are nobody knows, and a fold does not make constants of them.
// RUN: fx-opt %s --decompose --fold-constants --print-format=fx | FileCheck %s
// CHECK: %empty : {{.*}}target=torch.ops.aten.empty.memory_format](args = ([0],)
// CHECK: %resize : {{.*}}target=torch.ops.aten.resize.default](args = (%empty, [3]),
// CHECK: %copy : {{.*}}target=torch.ops.aten.copy.default](args = (%resize, %x)
// CHECK: %resize_1 : {{.*}}target=torch.ops.aten.resize.default](args = (%sin, [2, 4]),
// CHECK: return (copy, resize_1, resize_1)
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %empty : [num_users=1] = call_function[target=torch.ops.aten.empty.memory_format](args = ([0],), kwargs = {device: device("cpu"), pin_memory: False}) {val: tensor(torch.float32, (0,), (1,), device("cpu"))}
    %resize_ : [num_users=1] = call_function[target=torch.ops.aten.resize_.default](args = (%empty, [3]), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %copy_ : [num_users=1] = call_function[target=torch.ops.aten.copy_.default](args = (%resize_, %x), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %sin : [num_users=2] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %grown : [num_users=1] = call_function[target=torch.ops.aten.resize_.default](args = (%sin, [2, 4]), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    return (%copy_, %grown, %sin)
