// RUN: fx-opt %s --invert --print-format=fx | FileCheck %s
// CHECK: graph():
// CHECK-NEXT: %output : [num_users=1] = placeholder[target=output]
// CHECK-NEXT: return output
graph():
    %x : [num_users=1] = placeholder[target=x]
    return x
