// Metadata says that something unknown is harmless.
// RUN: fx-opt %s --dce | FileCheck %s
// CHECK: %x : [num_users=1]
// CHECK-NEXT: %unknown_1
// CHECK-NEXT: return

fx 1
graph():
    %x : [num_users=2] = placeholder[target=x]
    %unknown : [num_users=0] = call_function[target=my.unknown](args = (%x,), kwargs = {}) {is_pure: True}
    %unknown_1 : [num_users=0] = call_function[target=my.unknown](args = (%x,), kwargs = {}) {is_pure: False}
    return 1
