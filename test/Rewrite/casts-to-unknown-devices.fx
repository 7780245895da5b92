fx 1
// RUN: fx-opt %s -O1 | FileCheck %s

// Two devices that are not known may be different ones.
// CHECK: %z {{.*}}target=to
// CHECK: call_function[target=torch.neg](args = (%c,)
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), None)}
    %y = placeholder[target=y] {val: tensor(torch.float32, (2, 3), (3, 1), None)}
    %c = placeholder[target=c] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %z = call_method[target=to](args = (%x, %y), kwargs = {})
    %w = call_method[target=to](args = (%c, %c), kwargs = {})
    %n = call_function[target=torch.neg](args = (%z,), kwargs = {})
    %m = call_function[target=torch.neg](args = (%w,), kwargs = {})
    return (%n, %m)
