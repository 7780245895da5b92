fx 1
// Either order, every spelling; the tag of the product stays.
//
// RUN: %fx-opt %s --infer-values --use-silu --to=fx | FileCheck %s
// RUN: %fx-opt %s --infer-values --use-silu | FileCheck %s --check-prefix=TAG

// CHECK:      %x :
// CHECK-NEXT: %silu : {{.*}}silu](args = (%x,), kwargs = {})
// CHECK-NEXT: %silu_1 : {{.*}}silu](args = (%silu,), kwargs = {})
// CHECK-NEXT: %mul_2 :
// CHECK-NEXT: return mul_2
// TAG: %silu : {{.*}}tag: "hot"
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %sigmoid : [num_users=1] = call_function[target=torch.sigmoid](args = (%x,), kwargs = {})
    %mul : [num_users=2] = call_function[target=operator.mul](args = (%sigmoid, %x), kwargs = {}) {tag: "hot"}
    %sigmoid_1 : [num_users=1] = call_method[target=sigmoid](args = (%mul,), kwargs = {})
    %mul_1 : [num_users=1] = call_method[target=mul](args = (%mul, %sigmoid_1), kwargs = {})
    %mul_2 : [num_users=1] = call_function[target=operator.mul](args = (%mul_1, 2), kwargs = {})
    return %mul_2
