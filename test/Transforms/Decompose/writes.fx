// RUN: fx-opt %s --decompose --split-input-file --print-format=fx | FileCheck %s

// Later uses take the new value, earlier ones the old.
// CHECK-LABEL: graph():
// CHECK: %clone : [num_users=2]
// CHECK-NEXT: %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%clone,), kwargs = {})
// CHECK-NEXT: %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%clone, 1), kwargs = {})
// CHECK-NEXT: %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%neg, %add), kwargs = {})
// CHECK-NEXT: return mul
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %clone : [num_users=3] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%clone,), kwargs = {})
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%clone, 1), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%neg, %clone), kwargs = {})
    return %mul

// -----

// A write through a view makes a new base, from which other views are made.
// CHECK-LABEL: graph():
// CHECK: %clone : [num_users=2]
// CHECK-NEXT: %slice_1 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%clone, 0, 0, 2), kwargs = {})
// CHECK-NEXT: %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%slice_1, 2), kwargs = {})
// CHECK-NEXT: %slice_scatter : [num_users=2] = call_function[target=torch.ops.aten.slice_scatter.default](args = (%clone, %mul, 0, 0, 2), kwargs = {})
// CHECK-NEXT: %permute_1 : [num_users=1] = call_function[target=torch.ops.aten.permute.default](args = (%slice_scatter, [1, 0]), kwargs = {})
// CHECK-NEXT: return (permute_1, slice_scatter)
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %clone : [num_users=3] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %t : [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%clone,), kwargs = {})
    %slice_1 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%clone, 0, 0, 2), kwargs = {})
    %mul_ : [num_users=0] = call_function[target=torch.ops.aten.mul_.Tensor](args = (%slice_1, 2), kwargs = {})
    return (%t, %clone)

// -----

// What is written keeps its type.
// CHECK-LABEL: graph():
// CHECK: %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%clone, %y), kwargs = {})
// CHECK-NEXT: %_to_copy : [num_users=1] = call_function[target=torch.ops.aten._to_copy.default](args = (%add,), kwargs = {dtype: torch.float32})
// CHECK-NEXT: return _to_copy
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.float64, (3,), (1,), device("cpu"))}
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %add_ : [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%clone, %y), kwargs = {})
    return %add_

// -----

// A tensor that gets other sizes in place, and an output argument, which keeps
// its strides.
// CHECK-LABEL: graph():
// CHECK: %permute : [num_users=1] = call_function[target=torch.ops.aten.permute.default](args = (%clone, [1, 0]), kwargs = {})
// CHECK-NEXT: %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%permute, %permute), kwargs = {})
// CHECK-NEXT: %clone_1 : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%add,), kwargs = {memory_format: torch.contiguous_format})
// CHECK-NEXT: return clone_1
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %t_ : [num_users=0] = call_function[target=torch.ops.aten.t_.default](args = (%clone,), kwargs = {})
    %empty : [num_users=2] = call_function[target=torch.ops.aten.empty.memory_format](args = ([3, 2],), kwargs = {})
    %add : [num_users=0] = call_function[target=torch.ops.aten.add.out](args = (%clone, %clone), kwargs = {out: %empty})
    return %empty

// -----

// Dropout in place gives its operand itself where nothing is dropped, and does
// not write it.
// CHECK-LABEL: graph():
// CHECK: %_softmax : {{.*}}(args = (%x, -1, False), kwargs = {})
// CHECK-NEXT: return _softmax
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %softmax : [num_users=1] = call_function[target=torch.ops.aten.softmax.int](args = (%x, -1), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %dropout_ : [num_users=1] = call_function[target=torch.ops.aten.dropout_.default](args = (%softmax, 0.0, False), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    return %dropout_

// -----

// So an input is not written.
// CHECK-LABEL: graph():
// CHECK-NEXT: %x :
// CHECK-NEXT: return (x, x, x)
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %alpha_dropout_ : [num_users=1] = call_function[target=torch.ops.aten.alpha_dropout_.default](args = (%x, 0.5, False), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %feature_dropout_ : [num_users=1] = call_function[target=torch.ops.aten.feature_dropout_.default](args = (%alpha_dropout_, 0.0, True), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    return (%x, %alpha_dropout_, %feature_dropout_)

// -----

// The two forms of dropout call their tensor differently.
// CHECK-LABEL: graph():
// CHECK: %native_dropout : {{.*}}(args = (%_softmax, 0.5, True), kwargs = {})
// CHECK-NEXT: %getitem :
// CHECK-NEXT: return getitem
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %softmax : [num_users=1] = call_function[target=torch.ops.aten.softmax.int](args = (%x, -1), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %dropout_ : [num_users=1] = call_function[target=torch.ops.aten.dropout_.default](args = (%softmax, 0.5, True), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    return %dropout_

// -----

// The functional form has the parameters of the in-place one, not its name.
// CHECK-LABEL: graph():
// CHECK: %pow_1 : [num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar](args = (%clone, 2), kwargs = {})
// CHECK-NEXT: return pow_1
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %pow_ : [num_users=0] = call_function[target=torch.ops.aten.pow_.Scalar](args = (%clone, 2), kwargs = {})
    return %clone

// -----

// A rule for all overloads of an operator writes no output arguments.
// CHECK-LABEL: graph():
// CHECK: %amax : {{.*}}
// CHECK: return (amin, amax)
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %a : [num_users=2] = call_function[target=torch.ops.aten.empty.memory_format](args = ([2],), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %b : [num_users=2] = call_function[target=torch.ops.aten.empty.memory_format](args = ([2],), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %aminmax : [num_users=0] = call_function[target=torch.ops.aten.aminmax.out](args = (%x,), kwargs = {dim: 1, min: %a, max: %b})
    return (%a, %b)

// -----

// Lists are written one tensor after the other.
// CHECK-LABEL: graph():
// CHECK: %add : [num_users=2] = call_function[target=torch.ops.aten.add.Tensor](args = (%clone, %clone_1), kwargs = {})
// CHECK-NEXT: %add_1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%clone_1, %add), kwargs = {})
// CHECK-NEXT: return (add, add_1)
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %clone_1 : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %_foreach_add_ : [num_users=0] = call_function[target=torch.ops.aten._foreach_add_.List](args = ([%clone, %clone_1], [%clone_1, %clone]), kwargs = {})
    return (%clone, %clone_1)

// -----

// fill_diagonal_ is a write through a view.
// CHECK-LABEL: graph():
// CHECK: %diagonal_scatter : [num_users=1] = call_function[target=torch.ops.aten.diagonal_scatter.default](args = (%clone, %{{.*}}), kwargs = {})
// CHECK-NEXT: return diagonal_scatter
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %fill_diagonal_ : [num_users=0] = call_function[target=torch.ops.aten.fill_diagonal_.default](args = (%clone, 2), kwargs = {})
    return %clone

// -----

// Dropout that drops nothing gives its input, which is the same memory.
// CHECK-LABEL: graph():
// CHECK: %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%clone, 1), kwargs = {})
// CHECK-NEXT: return add
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %dropout : [num_users=1] = call_function[target=torch.ops.aten.dropout.default](args = (%clone, 0.5, False), kwargs = {})
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%dropout, 1), kwargs = {})
    return %clone

// -----

// A smaller size is a view of the memory.
// CHECK-LABEL: graph():
// CHECK: %as_strided : [num_users=1] = call_function[target=torch.ops.aten.as_strided.default](args = (%clone, [2], [1]), kwargs = {})
// CHECK-NEXT: return as_strided
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %resize_ : [num_users=0] = call_function[target=torch.ops.aten.resize_.default](args = (%clone, [2]), kwargs = {})
    return %clone

// -----

// Or they have the same parameters in another order.
// CHECK-LABEL: graph():
// CHECK: %polygamma : [num_users=1] = call_function[target=torch.ops.aten.polygamma.default](args = (1, %clone), kwargs = {})
// CHECK-NEXT: return polygamma
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %polygamma_ : [num_users=0] = call_function[target=torch.ops.aten.polygamma_.default](args = (%clone, 1), kwargs = {})
    return %clone

// -----

// Of int64 alone, PyTorch multiplies into memory that no operand shares.
// CHECK-LABEL: graph():
// CHECK: %addmm : {{.*}}(args = (%clone, %clone, %x), kwargs = {})
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.int64, (3, 3), (3, 1), device("cpu"))}
    %clone : [num_users=3] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %addmm_ : [num_users=0] = call_function[target=torch.ops.aten.addmm_.default](args = (%clone, %clone, %x), kwargs = {})
    return %clone

// -----

// What makes new elements makes those of its output argument.
// CHECK-LABEL: graph():
// CHECK: %arange : {{.*}}torch.ops.aten.arange.start_step](args = (0, 3), kwargs = {dtype: torch.float64, layout: torch.strided, device: cpu
// CHECK: %full : {{.*}}torch.ops.aten.full.default](args = ([3], 2), kwargs = {dtype: torch.float64, device: cpu
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float64, (3,), (1,), device("cpu"))}
    %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {}) {val: tensor(torch.float64, (3,), (1,), device("cpu"))}
    %arange : [num_users=1] = call_function[target=torch.ops.aten.arange.out](args = (3,), kwargs = {out: %neg}) {val: tensor(torch.float64, (3,), (1,), device("cpu"))}
    %sin : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {}) {val: tensor(torch.float64, (3,), (1,), device("cpu"))}
    %full : [num_users=1] = call_function[target=torch.ops.aten.full.out](args = ([3], 2), kwargs = {out: %sin}) {val: tensor(torch.float64, (3,), (1,), device("cpu"))}
    return (%arange, %full)
