// What is not known, does not fit, or would come to mean something else.
// RUN: fx-opt %s --normalize-args > %t
// RUN: fx-opt %s | diff - %t
// RUN: fx-opt %s --passes='normalize-args{where=name=none}' > %t
// RUN: fx-opt %s | diff - %t

graph():
    %x : [num_users=4] = placeholder[target=x]
    %y : [num_users=3] = placeholder[target=y]
    %unknown : [num_users=1] = call_function[target=my.unknown](args = (), kwargs = {b: %x, a: %y})
    %unknown_1 : [num_users=1] = call_method[target=unknown](args = (%x,), kwargs = {b: %x, a: %y})
    %module : [num_users=1] = call_module[target=module](args = (), kwargs = {b: 1, a: 2})
    %max_1 : [num_users=1] = call_function[target=torch.max](args = (%x,), kwargs = {dim: %y})
    return [unknown, unknown_1, module, max_1]
