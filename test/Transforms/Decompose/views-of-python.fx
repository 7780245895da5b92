// Views that only Python spells stay calls. What is written through them, or below them,
// would be lost, so it is refused; so are writes to state, which a graph of torch.fx
// cannot return.
//
// RUN: split-file %s %t
// RUN: not fx-opt %t/item.fx --decompose 2>&1 | FileCheck %s --check-prefix=ITEM
// RUN: not fx-opt %t/below.fx --decompose 2>&1 | FileCheck %s --check-prefix=BELOW
// RUN: not fx-opt %t/state.fx --decompose 2>&1 | FileCheck %s --check-prefix=STATE
// RUN: fx-opt %t/read.fx --decompose --to=fx | FileCheck %s --check-prefix=READ

// ITEM: error: 'w' cannot be decomposed: 'getitem', which is written, shares memory in a way that is not followed
//--- item.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=2] = call_method[target=clone](args = (%x,), kwargs = {})
    %z : [num_users=1] = call_function[target=operator.getitem](args = (%y, 0), kwargs = {})
    %w : [num_users=0] = call_method[target=mul_](args = (%z, 10), kwargs = {})
    return %y

// BELOW: error: 'w' cannot be decomposed: 'clone', which is written, shares memory in a way that is not followed
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

// READ: target=operator.getitem](args = (%mul, 0)
//--- read.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %y : [num_users=1] = call_method[target=clone](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %w : [num_users=1] = call_method[target=mul_](args = (%y, 10), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %z : [num_users=1] = call_function[target=operator.getitem](args = (%w, 0), kwargs = {})
    return %z
