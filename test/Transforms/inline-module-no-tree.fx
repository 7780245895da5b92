fx 1
// Without a module tree, nothing can be inlined, however it is named: no other
// name is suggested.
//
// RUN: fx-opt %s --inline-module=relu -o /dev/null 2>&1 | FileCheck %s
// CHECK:      warning: no module 'relu' is called
// CHECK-NEXT: note: there is no module tree; --module-tree=FILE reads one
// CHECK-NOT:  did you mean
graph():
    %x : [num_users=1] = placeholder[target=x]
    %relu : [num_users=1] = call_module[target=relu](args = (%x,), kwargs = {})
    return %relu
