// Methods without such a function, unknown ones, and those that do not fit.
// RUN: fx-opt %s --functional-methods > %t
// RUN: fx-opt %s | diff - %t

graph():
    %x : [num_users=6] = placeholder[target=x]
    %view : [num_users=1] = call_method[target=view](args = (%x, -1), kwargs = {})
    %size : [num_users=1] = call_method[target=size](args = (%x,), kwargs = {})
    %unknown : [num_users=1] = call_method[target=unknown](args = (%x,), kwargs = {})
    %relu : [num_users=1] = call_method[target=relu](args = (%x,), kwargs = {nonsense: 1})
    %contiguous : [num_users=1] = call_method[target=contiguous](args = (%x,), kwargs = {})
    %relu_1 : [num_users=1] = call_module[target=relu](args = (%x,), kwargs = {})
    return [view, size, unknown, relu, contiguous, relu_1]
