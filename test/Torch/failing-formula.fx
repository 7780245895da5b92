// The error of a formula is that of the node; its arguments are gone by then.
// REQUIRES: libtorch
// RUN: %exits 1 fx-run %s --input='f32[2,2]=ones' 2>&1 | FileCheck %s --implicit-check-not='its arguments'
// CHECK:      error: running %cdist failed: {{.*}}slow is not a mode of cdist
// CHECK:      note: its operator is {{.*}}cdist(
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
    %cdist : [num_users=1] = call_function[target=torch.functional.cdist](args = (%x, %x), kwargs = {compute_mode: "slow"})
    return %cdist
