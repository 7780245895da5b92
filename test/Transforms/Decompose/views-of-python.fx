// Views that only Python spells become operators, so that what is written through them
// is followed. Where the type of the tensor is not known they stay calls, and writes are
// refused; so are writes to state, which a graph of torch.fx cannot return.
//
// RUN: split-file %s %t
// RUN: not fx-opt %t/item.fx --decompose 2>&1 | FileCheck %s --check-prefix=ITEM
// RUN: fx-opt %t/below.fx --decompose --to=fx | FileCheck %s --check-prefix=BELOW
// RUN: not fx-opt %t/state.fx --decompose 2>&1 | FileCheck %s --check-prefix=STATE
// RUN: fx-opt %t/read.fx --decompose --to=fx | FileCheck %s --check-prefix=READ
// RUN: fx-opt %t/assign.fx --decompose --to=fx | FileCheck %s --check-prefix=ASSIGN
// RUN: fx-opt %t/list.fx --decompose --to=fx | FileCheck %s --check-prefix=LIST
// RUN: fx-opt %t/outside.fx --decompose --to=fx | FileCheck %s --check-prefix=OUTSIDE
// RUN: not fx-opt %t/tensor-index.fx --decompose 2>&1 | FileCheck %s --check-prefix=TENSOR
// RUN: fx-opt %t/tensor-read.fx --decompose --to=fx | FileCheck %s --check-prefix=TENSOR-READ
// RUN: fx-opt %t/results.fx --decompose --to=fx | FileCheck %s --check-prefix=RESULTS
// RUN: fx-opt %t/same-device.fx --decompose --to=fx | FileCheck %s --check-prefix=DEVICE

// ITEM: error: 'w' cannot be decomposed: 'getitem', which is written, shares memory in a way that is not followed
//--- item.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=2] = call_method[target=clone](args = (%x,), kwargs = {})
    %z : [num_users=1] = call_function[target=operator.getitem](args = (%y, 0), kwargs = {})
    %w : [num_users=0] = call_method[target=mul_](args = (%z, 10), kwargs = {})
    return %y

// BELOW: %mul : {{.*}}(args = (%clone, 10)
// BELOW-NEXT: %[[T:permute.*]] : {{.*}}(args = (%mul, [1, 0])
// BELOW-NEXT: return [[T]]
//--- below.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %y : [num_users=2] = call_method[target=clone](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %z : [num_users=1] = call_function[target=builtins.getattr](args = (%y, "T"), kwargs = {})
    %w : [num_users=0] = call_method[target=mul_](args = (%y, 10), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    return %z

// STATE: error: the contents of 'n' are changed in place, which no output of this graph can return
//--- state.fx
fx 1
module = Net {
  n = buffer(torch.float32, (2,), (1,), device("cpu"), requires_grad=False)
}
graph():
    %n : [num_users=1] = get_attr[target=n]
    %a : [num_users=1] = call_method[target=add_](args = (%n, 1), kwargs = {})
    return %a

// READ: %[[S:select.*]] : {{.*}}[target=torch.ops.aten.select.int](args = (%mul, 0, 0)
// READ-NEXT: return [[S]]
//--- read.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %y : [num_users=1] = call_method[target=clone](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %w : [num_users=1] = call_method[target=mul_](args = (%y, 10), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %z : [num_users=1] = call_function[target=operator.getitem](args = (%w, 0), kwargs = {})
    return %z

// The size at which the slice ends is computed as before.
// ASSIGN: %slice_1 : {{.*}}(args = (%clone, 0, None, %getitem)
// ASSIGN: slice_scatter.default](args = (%clone, %{{.*}}, 0, None, %getitem)
// ASSIGN-NEXT: %copy : {{.*}}[target=torch.ops.aten.copy.default](args = (%slice_scatter, %x)
// ASSIGN-NEXT: return copy
//--- assign.fx
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (4, 2), (2, 1), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %c : [num_users=2] = call_method[target=clone](args = (%x,), kwargs = {})
    %shape : [num_users=1] = call_function[target=builtins.getattr](args = (%y, "shape"), kwargs = {})
    %size : [num_users=1] = call_function[target=operator.getitem](args = (%shape, 0), kwargs = {})
    %set : [num_users=0] = call_function[target=operator.setitem](args = (%c, slice(None, %size, None), 1.0), kwargs = {})
    %last : [num_users=1] = call_method[target=copy_](args = (%c, %x), kwargs = {})
    return %last

// A list of numbers is a tensor of indices, and no view.
// LIST: %[[I:cat.*]] : {{.*}}[target=torch.ops.aten.cat.default]
// LIST: %index : {{.*}}[target=torch.ops.aten.index.Tensor](args = (%clone, [None, %[[I]]])
// LIST-NEXT: %mul : {{.*}}(args = (%clone, 10)
// LIST-NEXT: return (index, mul)
//--- list.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %y : [num_users=2] = call_method[target=clone](args = (%x,), kwargs = {})
    %z : [num_users=1] = call_function[target=operator.getitem](args = (%y, (slice(None, None, None), [1, 0])), kwargs = {})
    %w : [num_users=1] = call_method[target=mul_](args = (%y, 10), kwargs = {})
    return (%z, %w)

// What copy_ writes to an input stays written.
// OUTSIDE: call_method[target=copy_](args = (%v, %y)
//--- outside.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %v : [num_users=1] = call_method[target=view](args = (%x, 4), kwargs = {})
    %w : [num_users=1] = call_method[target=copy_](args = (%v, %y), kwargs = {})
    return %w

// An integer without dimensions selects, which is a view; index.Tensor would copy.
// TENSOR: error: 'w' cannot be decomposed: 'getitem', which is written, shares memory in a way that is not followed
//--- tensor-index.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %i : [num_users=1] = placeholder[target=i] {val: tensor(torch.int64, (), (), device("cpu"))}
    %y : [num_users=2] = call_method[target=clone](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %z : [num_users=1] = call_function[target=operator.getitem](args = (%y, %i), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %w : [num_users=0] = call_method[target=mul_](args = (%z, 10), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    return %y

// TENSOR-READ: aten.index.Tensor](args = (%{{.*}}, [%i])
//--- tensor-read.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %i : [num_users=1] = placeholder[target=i] {val: tensor(torch.int64, (), (), device("cpu"))}
    %y : [num_users=1] = call_function[target=torch.ops.aten.silu.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %z : [num_users=1] = call_function[target=operator.getitem](args = (%y, %i), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    return %z

// Names of results are places.
// RESULTS: %sort : {{.*}}](args = (%{{.*}}, 0)
// RESULTS-NEXT: %[[I:getitem.*]] : {{.*}}operator.getitem](args = (%sort, 1)
// RESULTS-NEXT: return [[I]]
//--- results.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %y : [num_users=1] = call_function[target=torch.ops.aten.silu.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %sort : [num_users=1] = call_method[target=sort](args = (%y, 0), kwargs = {}) {val: (tensor(torch.float32, (2, 2), (2, 1), device("cpu")), tensor(torch.int64, (2, 2), (2, 1), device("cpu")))}
    %indices : [num_users=1] = call_function[target=builtins.getattr](args = (%sort, "indices"), kwargs = {}) {val: tensor(torch.int64, (2, 2), (2, 1), device("cpu"))}
    return %indices

// The tensor is on this device already, so `to` returns it.
// DEVICE: %[[A:add.*]] : {{.*}}(args = (%{{.*}}, 1)
// DEVICE-NEXT: return [[A]]
//--- same-device.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %y : [num_users=2] = call_method[target=clone](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %to : [num_users=1] = call_method[target=to](args = (%y, "cpu"), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %w : [num_users=0] = call_method[target=add_](args = (%to, 1), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    return %y
