// RUN: fx-opt %s --passes='normalize-args{defaults=drop}' --print-format=fx | FileCheck %s
// torch.export.load fails without an argument whose name is a keyword of Python.
// CHECK: torch.ops.aten.uniform_.default](args = (%x, 0, 2), kwargs = {})

fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
    %uniform_ : [num_users=1] = call_function[target=torch.ops.aten.uniform_.default](args = (%x, 0, 2), kwargs = {})
    return %uniform_
