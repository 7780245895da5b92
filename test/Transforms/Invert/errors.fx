// RUN: not fx-opt %s --allow-no-output --invert --split-input-file 2>&1 | FileCheck %s
// RUN: not fx-opt %s --allow-no-output --invert=nothing --split-input-file 2>&1 \
// RUN:   | FileCheck %s --check-prefix=INPUT

// CHECK: :[[#@LINE+3]]:5: error: %relu cannot be inverted: 'torch.relu' has no inverse with respect to 'input'
graph():
    %x : [num_users=1] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    return relu
// -----
// CHECK: :[[#@LINE+3]]:5: error: %mul cannot be inverted: it uses values that depend on the input in more than one place
graph():
    %x : [num_users=1] = placeholder[target=x]
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%x, %x), kwargs = {})
    return mul
// -----
// CHECK: :[[#@LINE+4]]:5: error: %add cannot be inverted: it uses values that depend on the input in more than one place
graph():
    %x : [num_users=2] = placeholder[target=x]
    %exp : [num_users=1] = call_function[target=torch.exp](args = (%x,), kwargs = {})
    %add : [num_users=1] = call_function[target=operator.add](args = (%x, %exp), kwargs = {})
    return add
// -----
// CHECK: :[[#@LINE+3]]:5: error: %cat cannot be inverted: a value that depends on the input is inside a container
graph():
    %x : [num_users=1] = placeholder[target=x]
    %cat : [num_users=1] = call_function[target=torch.cat](args = ([%x],), kwargs = {})
    return cat
// -----
// CHECK: :[[#@LINE+3]]:5: error: %add_ cannot be inverted: it has effects
graph():
    %x : [num_users=1] = placeholder[target=x]
    %add_ : [num_users=1] = call_method[target=add_](args = (%x, 1), kwargs = {})
    return add_
// -----
// A module that may do anything, whether its value is used or not.
// CHECK: :[[#@LINE+3]]:5: error: %log cannot be inverted: it has effects
graph():
    %x : [num_users=2] = placeholder[target=x]
    %log : [num_users=0] = call_module[target=log](args = (%x,), kwargs = {})
    %exp : [num_users=1] = call_function[target=torch.exp](args = (%x,), kwargs = {})
    return exp
// -----
// CHECK: :[[#@LINE+4]]:5: error: %exp cannot be inverted: it calls a module
// CHECK: note: --inline-module replaces modules by operators
graph():
    %x : [num_users=1] = placeholder[target=x]
    %exp : [num_users=1] = call_module[target=exp](args = (%x,), kwargs = {})
    return exp
// -----
// CHECK: :[[#@LINE+3]]:5: error: %unknown cannot be inverted: 'my.unknown' is not a known operator
graph():
    %x : [num_users=1] = placeholder[target=x]
    %unknown : [num_users=1] = call_function[target=my.unknown](args = (%x,), kwargs = {})
    return unknown
// -----
// CHECK: :[[#@LINE+3]]:5: error: only a graph that returns one value can be inverted
graph():
    %x : [num_users=1] = placeholder[target=x]
    return (x,)
// -----
// CHECK: :[[#@LINE+3]]:5: error: the output does not depend on any input
graph():
    %w : [num_users=1] = get_attr[target=w]
    return w
// -----
// CHECK: :[[#@LINE+5]]:5: error: the output depends on %x and %y; invert{input=NAME} says which one to solve for
graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %add : [num_users=1] = call_function[target=operator.add](args = (%x, %y), kwargs = {})
    return add
// -----
// CHECK: error: a graph without an output cannot be inverted
graph():
    %x : [num_users=0] = placeholder[target=x]
// -----
// CHECK: :[[#@LINE+3]]:5: error: %pow cannot be inverted: 'log' does not take this constant
graph():
    %x : [num_users=1] = placeholder[target=x]
    %pow : [num_users=1] = call_function[target=operator.pow](args = (0, %x), kwargs = {})
    return pow
// -----
// CHECK: :[[#@LINE+6]]:5: error: %sub cannot be inverted: no overload of 'torch.sub' fits the arguments
// CHECK: note: one overload is (Tensor input, Scalar other, Scalar alpha=1) -> Tensor: takes at most 3 positional arguments, 4 given
// CHECK: note: one overload is (Tensor input, Tensor other, *, Scalar alpha=1, Tensor(o!)? out=None) -> Tensor: takes at most 2 positional arguments, 4 given
// INPUT: error: the output does not depend on an input called 'nothing'
graph():
    %x : [num_users=1] = placeholder[target=x]
    %sub : [num_users=1] = call_function[target=torch.sub](args = (%x, 1, 2, 3), kwargs = {})
    return sub
