fx 1
// Values that Python has no literal for.
// RUN: %exits 1 fx-translate %s --to=python 2>&1 | FileCheck %s
// CHECK: error: no Python spells the symbolic expression 's0*2' as an argument
graph():
    %x : [num_users=1] = placeholder[target=x]
    %view : [num_users=1] = call_method[target=view](args = (%x, sym("s0*2")), kwargs = {})
    return %view
