// RUN: fx-opt %s --split-input-file --passes='optimize{O1}' | FileCheck %s

// PyTorch does not check the strides of inputs, and results would have those of
// the input.
// CHECK-LABEL: graph():
// CHECK: %clone :
// CHECK: %cat :
// CHECK: return (%relu, %cat)
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {memory_format: torch.contiguous_format}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%clone,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %sin : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %cat : [num_users=1] = call_function[target=torch.ops.aten.cat.default](args = ([%sin],), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    return (%relu, %cat)

// -----

// A view may fail for other strides.
// CHECK-LABEL: graph():
// CHECK: %clone :
// CHECK: %view :
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %sin : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%sin,), kwargs = {memory_format: torch.contiguous_format}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%clone, [6]), kwargs = {}) {val: tensor(torch.float32, (6,), (1,), device("cpu"))}
    return %view

// -----

// A product lies in memory in one way: nobody sees how its operand did.
// CHECK-LABEL: graph():
// CHECK-NOT: clone
// CHECK: %mm : {{.*}}(args = (%sin, %w), kwargs = {})
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %w : [num_users=1] = placeholder[target=w] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %sin : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%sin,), kwargs = {memory_format: torch.contiguous_format}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %mm : [num_users=1] = call_function[target=torch.ops.aten.mm.default](args = (%clone, %w), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    return %mm

// -----

// So does what is computed of one.
// CHECK-LABEL: graph():
// CHECK-NOT: clone
// CHECK: return %sin
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %w : [num_users=1] = placeholder[target=w] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %mm : [num_users=1] = call_function[target=torch.ops.aten.mm.default](args = (%x, %w), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %sin : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%mm,), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%sin,), kwargs = {memory_format: torch.contiguous_format}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    return %clone

// -----

// PyTorch says that the product is a new tensor, and gives it the strides (1, 1)
// of the window; the copy has (2, 1).
// CHECK-LABEL: graph():
// CHECK: %clone :
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %unfold : [num_users=1] = call_function[target=torch.ops.aten.unfold.default](args = (%x, 0, 2, 1), kwargs = {}) {val: tensor(torch.float32, (1, 2), (1, 1), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%unfold, 2), kwargs = {}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%mul, [1, 2]), kwargs = {}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%view,), kwargs = {memory_format: torch.contiguous_format}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    return %clone

// -----

// What has the strides of a new tensor keeps them.
// CHECK-LABEL: graph():
// CHECK-NOT: clone
// CHECK: return %mul
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, 2), kwargs = {}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%mul,), kwargs = {memory_format: torch.contiguous_format}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    return %clone

// -----

// A view has the strides (1, 1), whatever its value says.
// CHECK-LABEL: graph():
// CHECK: %view :
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (1, 4), (4, 1), device("cpu"))}
    %slice_1 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%x, 1, 1, 2), kwargs = {}) {val: tensor(torch.float32, (1, 1), (4, 1), device("cpu"), offset=1)}
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%slice_1, [1, 1]), kwargs = {}) {val: tensor(torch.float32, (1, 1), (4, 1), device("cpu"), offset=1)}
    return %view

// -----

// So has what is written to it and returned.
// CHECK-LABEL: graph():
// CHECK: %view_default :
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (1, 4), (1, 1), device("cpu"))}
    %z : [num_users=1] = placeholder[target=z] {val: tensor(torch.float32, (1, 4), (4, 1), device("cpu"))}
    %view_as : [num_users=1] = call_function[target=torch.ops.aten.view_as.default](args = (%x, %z), kwargs = {}) {val: tensor(torch.float32, (1, 4), (1, 1), device("cpu"))}
    %sub_ : [num_users=1] = call_function[target=torch.ops.aten.sub_.Tensor](args = (%view_as, 1), kwargs = {}) {val: tensor(torch.float32, (1, 4), (1, 1), device("cpu"))}
    return %sub_
