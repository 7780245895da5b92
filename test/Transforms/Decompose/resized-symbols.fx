// Where a tensor of other sizes goes in memory of which a part is shown has to
// be known: of sizes with symbols it is not.
// RUN: not fx-opt %s --decompose --split-input-file 2>&1 | FileCheck %s
// CHECK: error: 'add' cannot be decomposed: memory of which a part is shown is written with other sizes
// CHECK: error: 'add' cannot be decomposed: memory of which a part is shown is written with other sizes
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (sym("s0"), 4), (4, 1), device("cpu"))}
    %z : [num_users=1] = placeholder[target=z] {val: tensor(torch.float32, (5,), (1,), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %select : [num_users=1] = call_function[target=torch.ops.aten.select.int](args = (%clone, 0, 0), kwargs = {})
    %add : [num_users=0] = call_function[target=torch.ops.aten.add.out](args = (%z, 1), kwargs = {out: %select})
    return %clone

// -----

fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %z : [num_users=1] = placeholder[target=z] {val: tensor(torch.float32, (sym("s0"),), (1,), device("cpu"))}
    %clone : [num_users=2] = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})
    %select : [num_users=1] = call_function[target=torch.ops.aten.select.int](args = (%clone, 0, 0), kwargs = {})
    %add : [num_users=0] = call_function[target=torch.ops.aten.add.out](args = (%z, 1), kwargs = {out: %select})
    return %clone
