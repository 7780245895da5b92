// The keys of a dictionary that its annotation gives texts for keys are texts.
// RUN: fx-opt %s | FileCheck %s
// RUN: fx-opt %s --to=code | FileCheck %s --check-prefix=PYTHON

// CHECK: %a : {{.*}}(args = (%x, "0"), kwargs = {})
// CHECK: %b : {{.*}}(args = (%y, "1"), kwargs = {})
// CHECK: %c : {{.*}}(args = (%z, 2), kwargs = {})
// PYTHON: a = x['0']

graph():
    %x : typing.Dict[str, torch.Tensor] [num_users=1] = placeholder[target=x]
    %y : collections.OrderedDict[str, torch.Tensor] [num_users=1] = placeholder[target=y]
    %z : typing.Dict[int, str] [num_users=1] = placeholder[target=z]
    %a : [num_users=1] = call_function[target=operator.getitem](args = (%x, 0), kwargs = {})
    %b : [num_users=1] = call_function[target=operator.getitem](args = (%y, 1), kwargs = {})
    %c : [num_users=1] = call_function[target=operator.getitem](args = (%z, 2), kwargs = {})
    return (a, b, c)
