// A view that is returned is a tensor of its own: who gets it may change its shape,
// or add a hook, and the input is not changed. It is not replaced by an input, by
// state, or by what is returned, too. What gives its operand back may be.
// RUN: fx-opt %s --split-input-file -O1 | FileCheck %s
// RUN: fx-opt %s --split-input-file --passes='infer-values{partial},rewrite{level=1 remarks}' 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// REMARK: the result %view would be the very tensor %x

// CHECK: return %view
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %view : [num_users=1] = call_method[target=view](args = (%x, 2, 3), kwargs = {})
    return %view

// -----

// CHECK: return (%relu, %view)
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %relu : [num_users=2] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %view : [num_users=1] = call_method[target=view](args = (%relu, 2, 3), kwargs = {})
    return (%relu, %view)

// -----

// Nobody else has it.
// CHECK: return %relu
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %view : [num_users=1] = call_method[target=view](args = (%relu, 2, 3), kwargs = {})
    return %view

// -----

// CHECK: return %x
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %dropout : [num_users=1] = call_function[target=torch.nn.functional.dropout](args = (%x, 0.5, False), kwargs = {})
    return %dropout

// -----

// CHECK: return %x
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %float_1 : [num_users=1] = call_method[target=float](args = (%x,), kwargs = {})
    return %float_1

// -----

// The real part of real numbers is the input.
// CHECK: return %view
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.int64, (2, 3), (3, 1), device("cpu"))}
    %real : [num_users=1] = call_function[target=torch.ops.aten.real.default](args = (%x,), kwargs = {})
    %view : [num_users=1] = call_method[target=view](args = (%real, 2, 3), kwargs = {})
    return %view

// -----

// CHECK: return %view
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %sum_to_size : [num_users=1] = call_method[target=sum_to_size](args = (%x, 2, 3), kwargs = {})
    %view : [num_users=1] = call_method[target=view](args = (%sum_to_size, 2, 3), kwargs = {})
    return %view

// -----

// What a call writes is what it gives back: the input.
// CHECK: return %view
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %mul_ : [num_users=1] = call_function[target=torch.ops.aten.mul_.Scalar](args = (%x, 0.5), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %view : [num_users=1] = call_function[target=torch.ops.aten.reshape.default](args = (%mul_, [-1]), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    return %view

// -----

// CHECK: return %view
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %exp : [num_users=1] = call_function[target=torch.ops.aten.exp.out](args = (%x,), kwargs = {out: %y}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%exp, [4]), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    return %view

// -----

// Nobody else has what it writes here.
// CHECK: return %mul_
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %mul_ : [num_users=1] = call_function[target=torch.ops.aten.mul_.Scalar](args = (%relu, 0.5), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %view : [num_users=1] = call_function[target=torch.ops.aten.reshape.default](args = (%mul_, [-1]), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    return %view
