// torch.tensordot and torch.atleast_2d take other arguments than their operators do.
// RUN: fx-opt %s --infer-values | FileCheck %s
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %v = placeholder[target=v] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
// CHECK: %dot : {{.*}}{val: tensor(torch.float32, (), (), device("cpu"))}
    %dot = call_function[target=torch.functional.tensordot](args = (%x, %x), kwargs = {dims: 2, out: None})
// CHECK: %default : {{.*}}{val: tensor(torch.float32, (), (), device("cpu"))}
    %default = call_function[target=torch.functional.tensordot](args = (%x, %x), kwargs = {})
// CHECK: %outer : {{.*}}{val: tensor(torch.float32, (2, 3, 3), (9, 3, 1), device("cpu"))}
    %outer = call_function[target=torch.functional.tensordot](args = (%x, %v), kwargs = {dims: 0})
// CHECK: %lists : {{.*}}{val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %lists = call_function[target=torch.functional.tensordot](args = (%x, %x), kwargs = {dims: ([1], [1])})
// CHECK: %numbers : {{.*}}{val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %numbers = call_function[target=torch.functional.tensordot](args = (%x, %x), kwargs = {dims: (1, 1)})
// CHECK: %one : {{.*}}{val: tensor(torch.float32, (1, 3), (3, 1), device("cpu"))}
    %one = call_function[target=torch.functional.atleast_2d](args = (%v,), kwargs = {})
// CHECK: %several : {{.*}}{val: (tensor(torch.float32, (1, 3), (3, 1), device("cpu")), tensor(torch.float32, (2, 3), (3, 1), device("cpu")))}
    %several = call_function[target=torch.functional.atleast_2d](args = (%v, %x), kwargs = {})
// CHECK: %listed : {{.*}}{val: (tensor(torch.float32, (1, 3), (3, 1), device("cpu")), tensor(torch.float32, (2, 3), (3, 1), device("cpu")))}
    %listed = call_function[target=torch.functional.atleast_2d](args = ([%v, %x],), kwargs = {})
    return (%dot, %default, %outer, %lists, %numbers, %one, %several, %listed)
