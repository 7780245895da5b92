// RUN: not fx-opt %s --decompose --split-input-file 2>&1 | FileCheck %s

// CHECK: :[[@LINE+4]]:5: error: the contents of input 'x' are changed in place, which no output of this graph can return
// CHECK-NEXT: %x :
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %add_ : [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%x, 1), kwargs = {})
    return %add_

// -----

// What is decomposed into must be what the program says.
// CHECK: :[[@LINE+4]]:5: error: 'relu6' cannot be decomposed: what it is decomposed into has other sizes
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %relu6 : [num_users=1] = call_function[target=torch.ops.aten.relu6.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    return %relu6

// -----

// CHECK: remark: calls of 'torch.ops.aten.unbind.int' are left as they are: the type of 'x' is not known
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
    %unbind : [num_users=1] = call_function[target=torch.ops.aten.unbind.int](args = (%x,), kwargs = {})
    return %unbind

// -----

// CHECK: error: 'add_' cannot be decomposed: memory of unknown sizes is written through a view
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%clone, [-1]), kwargs = {})
    %add_ : [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%view, 1), kwargs = {})
    return %add_
