// None in an index is a new dimension, `...` are those that no item stands for.
// RUN: fx-opt %s --infer-values | FileCheck %s
// CHECK: %a : {{.*}}(1, 4, 5, 1), (3, 15, 3, 1), device("cpu"), offset=1)
// CHECK: %b : {{.*}}(3, 1, 5), (1, 60, 3), device("cpu"), offset=30)
// CHECK: %c : {{.*}}(3, 4), (1, 15), device("cpu"), offset=6)
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (3, 4, 5), (1, 15, 3), device("cpu"))}
    %a = call_function[target=operator.getitem](args = (%x, (None, 1, ..., None)), kwargs = {})
    %b = call_function[target=operator.getitem](args = (%x, (slice(None, None, None), None, 2)), kwargs = {})
    %c = call_function[target=operator.getitem](args = (%x, (..., 2)), kwargs = {})
    return (%a, %b, %c)
