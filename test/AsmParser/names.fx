// Names that nothing defines, or only a later line; a wrong order of users.
// RUN: not fx-opt %s 2>&1 | FileCheck %s
fx 1
graph():
    %x : [num_users=0] = placeholder[target=x]
    %m : [num_users=0] = call_function[target=f](args = (%nowhere,), kwargs = {})
    %n : [num_users=0] = call_function[target=f](args = (%o,), kwargs = {})
    %o : [num_users=0, users=(%n, %x)] = call_function[target=f](args = (), kwargs = {})
    return None
// CHECK: names.fx:6:58: error: %nowhere is not defined
// CHECK-NEXT: %m
// CHECK-NEXT: ^~~~~~~~
// CHECK-NEXT: :7:58: error: %o is used before it is defined
// CHECK: :8:5: note: defined here
// CHECK: :8:31: error: 'users=' of %o does not name each of its users once
