// Items and slices of lists and dictionaries take no call: what they contain is
// known. Bounds are as in Python.
//
// RUN: fx-translate %s -o %t.pt2 --input='x=f32[3,b:4]' --input='ys=[f32[1],f32[2],f32[3]]' --input='d={"k": f32[4], "j": f32[5]}'
// RUN: fx-opt %t.pt2 | FileCheck %s
//
// CHECK:      %output : {{.*}}(args = ((%ys_0, %ys_2, %ys_1, %ys_2, %ys_2, %ys_1, %ys_0, %ys_1, %ys_2, %ys_0, %ys_2, %ys_1, %ys_0, %ys_1, %ys_2, %ys_2, %ys_0, %ys_2, %ys_1, %ys_0, %d_k, %d_j, 3, 1),)
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
    %ys : [num_users=11] = placeholder[target=ys]
    %d : [num_users=2] = placeholder[target=d]
    %a : [num_users=1] = call_function[target=operator.getitem](args = (%ys, 0), kwargs = {})
    %b : [num_users=1] = call_function[target=operator.getitem](args = (%ys, -1), kwargs = {})
    %c : [num_users=1] = call_function[target=operator.getitem](args = (%ys, slice(1, None, None)), kwargs = {})
    %e : [num_users=1] = call_function[target=operator.getitem](args = (%ys, slice(None, None, -1)), kwargs = {})
    %g : [num_users=1] = call_function[target=operator.getitem](args = (%ys, slice(-2, None, None)), kwargs = {})
    %h : [num_users=1] = call_function[target=operator.getitem](args = (%ys, slice(None, -1, 2)), kwargs = {})
    %i : [num_users=1] = call_function[target=operator.getitem](args = (%ys, slice(2, 0, -1)), kwargs = {})
    %j : [num_users=1] = call_function[target=operator.getitem](args = (%ys, slice(-9, 9, None)), kwargs = {})
    %k : [num_users=1] = call_function[target=operator.getitem](args = (%ys, slice(9, None, -2)), kwargs = {})
    %o : [num_users=1] = call_function[target=operator.getitem](args = (%ys, slice(2, -9, -1)), kwargs = {})
    %l : [num_users=1] = call_function[target=operator.getitem](args = (%d, "k"), kwargs = {})
    %n : [num_users=1] = call_function[target=operator.getitem](args = (%d, "j"), kwargs = {})
    %p : [num_users=1] = call_function[target=builtins.len](args = (%ys,), kwargs = {})
    %q : [num_users=1] = call_function[target=builtins.getattr](args = (%x, "shape"), kwargs = {})
    %r : [num_users=1] = call_function[target=operator.getitem](args = (%q, slice(1, None, None)), kwargs = {})
    %s : [num_users=1] = call_function[target=builtins.len](args = (%r,), kwargs = {})
    return (%a, [%b, %c], [%e], [%g], [%h], [%i], [%j], [%k], [%o], %l, %n, %p, %s)
