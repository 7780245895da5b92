fx 1
// The second part of a split into one is written: its values say that there are two.
//
// RUN: %exits 1 fx-opt %s --decompose --verify-each=0 -o %t.fx 2>&1 | FileCheck %s

// CHECK: the split does not have the part that is written
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (5, 3), (3, 1), device("cpu"))}
    %copy : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (5, 3), (3, 1), device("cpu"))}
    %split : [num_users=1] = call_function[target=torch.ops.aten.split_with_sizes.default](args = (%copy, [5]), kwargs = {}) {val: [tensor(torch.float32, (2, 3), (3, 1), device("cpu")), tensor(torch.float32, (3, 3), (3, 1), device("cpu"), offset=6)]}
    %part : [num_users=1] = call_function[target=operator.getitem](args = (%split, 1), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"), offset=6)}
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%part, 1), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"), offset=6)}
    return %copy
