fx 1
// A type that is a dotted name, with balanced brackets after it or none, stands
// without quotes; every other one needs them.
// RUN: fx-opt %s | FileCheck %s
// CHECK: %a : "[int]" [num_users=1] =
// CHECK: %b : typing.List[int] [num_users=1] =
// CHECK: %c : "a[int]b" [num_users=1] =
// CHECK: %d : "a[int" [num_users=1] =
// CHECK: %e : "a]" [num_users=1] =
// CHECK: %f : "a, b" [num_users=1] =
// CHECK: %g : a[b[c], d] [num_users=1] =
graph():
    %a : "[int]" [num_users=1] = placeholder[target=a]
    %b : "typing.List[int]" [num_users=1] = placeholder[target=b]
    %c : "a[int]b" [num_users=1] = placeholder[target=c]
    %d : "a[int" [num_users=1] = placeholder[target=d]
    %e : "a]" [num_users=1] = placeholder[target=e]
    %f : "a, b" [num_users=1] = placeholder[target=f]
    %g : "a[b[c], d]" [num_users=1] = placeholder[target=g]
    return (%a, %b, %c, %d, %e, %f, %g)
