// A number has one place to select, and stays a number.
// RUN: fx-opt %s --infer-values | FileCheck %s
// CHECK: %a : {{.*}}tensor(torch.float32, (), ()
// CHECK: %b : {{.*}}tensor(torch.float32, (1, 3), (3, 1)
// CHECK: %c : {{.*}}tensor(torch.float32, (2, 5), (5, 1)
fx 1
graph():
    %s = placeholder[target=s] {val: tensor(torch.float32, (), (), device("cpu"))}
    %x = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %i0 = placeholder[target=i0] {val: tensor(torch.int64, (), (), device("cpu"))}
    %i1 = placeholder[target=i1] {val: tensor(torch.int64, (1,), (1,), device("cpu"))}
    %i5 = placeholder[target=i5] {val: tensor(torch.int64, (5,), (1,), device("cpu"))}
    %a = call_function[target=torch.ops.aten.index_select.default](args = (%s, 0, %i1), kwargs = {})
    %b = call_function[target=torch.ops.aten.index_select.default](args = (%x, 0, %i0), kwargs = {})
    %c = call_function[target=torch.ops.aten.index_select.default](args = (%x, 1, %i5), kwargs = {})
    return (%a, %b, %c)
