// V11 to V16: the shape that each opcode demands (err_verify_no_target,
// err_verify_placeholder, err_verify_get_attr, err_verify_output,
// err_verify_second_output, err_verify_no_receiver).
// RUN: not fx-opt %s --split-input-file --print-format=none 2>&1 | FileCheck %s

fx 1
graph():
    %x : [num_users=0] = placeholder[target=x](default=1)
// CHECK: :[[@LINE+1]]:5: error: placeholder %p has more than one argument: only a default is allowed
    %p : [num_users=0] = placeholder[target=p](args = (1, 2), kwargs = {})
// CHECK: :[[@LINE+1]]:5: error: placeholder %k has keyword arguments
    %k : [num_users=0] = placeholder[target=k](args = (), kwargs = {a: 1})
// CHECK: :[[@LINE+1]]:5: error: get_attr %w has arguments
    %w : [num_users=0] = get_attr[target=w](args = (1,), kwargs = {})
// CHECK: :[[@LINE+1]]:5: error: call_function %f has no target
    %f : [num_users=0] = call_function[target=""](args = (), kwargs = {})
// -----
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x]
// CHECK: :[[@LINE+1]]:5: error: call_method %view has no receiver: its first argument must be positional
    %view : [num_users=0] = call_method[target=view](args = (), kwargs = {size: %x})
    return %x
// CHECK-NOT: error
// -----
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x]
// CHECK: :[[@LINE+3]]:5: error: the graph has a second output
// CHECK: :[[@LINE+1]]:5: note: the first is here
    return %x
    return (%x,)
// -----
fx 1
graph():
    %x : [num_users=3] = placeholder[target=x]
// CHECK: :[[@LINE+2]]:5: error: output %out has another target than 'output'
// CHECK: :[[@LINE+1]]:5: error: output %out has users
    %out : [num_users=1] = output[target=result](args = (%x,), kwargs = {})
    %f : [num_users=0] = call_function[target=my.f](args = (%out,), kwargs = {})
// -----
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
// CHECK: :[[@LINE+2]]:5: error: output %out has 0 positional arguments, not one
// CHECK: :[[@LINE+1]]:5: error: output %out has keyword arguments
    %out : [num_users=0] = output[target=output](args = (), kwargs = {a: %x})
