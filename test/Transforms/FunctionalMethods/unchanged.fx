// Methods without such a function, unknown ones, those that do not fit, those of
// shapes, and one whose function looks for its arguments in the wrong places. Torch has no
// function `__and__`.
// RUN: fx-opt %s --functional-methods > %t
// RUN: fx-opt %s | diff - %t

graph():
    %x : [num_users=10] = placeholder[target=x]
    %view : [num_users=1] = call_method[target=view](args = (%x, -1), kwargs = {})
    %size : [num_users=1] = call_method[target=size](args = (%x,), kwargs = {})
    %unknown : [num_users=1] = call_method[target=unknown](args = (%x,), kwargs = {})
    %relu : [num_users=1] = call_method[target=relu](args = (%x,), kwargs = {nonsense: 1})
    %contiguous : [num_users=1] = call_method[target=contiguous](args = (%x,), kwargs = {})
    %relu_1 : [num_users=1] = call_module[target=relu](args = (%x,), kwargs = {})
    %numel : [num_users=1] = call_method[target=numel](args = (%size,), kwargs = {})
    %shape : [num_users=1] = call_function[target=builtins.getattr](args = (%x, shape), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%shape, slice(1, None, None)), kwargs = {})
    %numel_1 : [num_users=1] = call_method[target=numel](args = (%getitem,), kwargs = {})
    %unique : [num_users=1] = call_method[target=unique_consecutive](args = (%x, True), kwargs = {})
    %and_ : [num_users=1] = call_method[target=__and__](args = (%x, %x), kwargs = {})
    return [view, unknown, relu, contiguous, relu_1, numel, numel_1, unique, and_]
