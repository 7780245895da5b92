fx 1
// RUN: %fx-opt %s --replace-gelu | FileCheck %s
// RUN: %fx-opt %s --replace-gelu=2 | FileCheck %s --check-prefix=TWO
// RUN: %fx-opt %s --replace-gelu='where=tag=hot' | FileCheck %s --check-prefix=HOT
// RUN: %fx-opt %s --replace-gelu --stats -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS

// CHECK:      %x : {{.*}}placeholder
// CHECK-NEXT: %mul : [num_users=1] = call_function[target=torch.mul](args = (%x, 1.702), kwargs = {})
// CHECK-NEXT: %sigmoid : [num_users=1] = call_function[target=torch.sigmoid](args = (%mul,), kwargs = {})
// CHECK-NEXT: %mul_1 : [num_users=2] = call_function[target=torch.mul](args = (%x, %sigmoid), kwargs = {}) {tag: "hot"}
// CHECK-NEXT: call_function[target=torch.mul](args = (%mul_1, 1.702)
// CHECK-NOT:  gelu

// TWO: call_function[target=torch.mul](args = (%x, 2.0), kwargs = {})

// HOT: call_function[target=torch.sigmoid]
// HOT: call_function[target=torch._C._nn.gelu](args = (%mul_1,)

// STATS: replace-gelu
// STATS-NEXT: 2 num-replaced: calls replaced
graph():
    %x : [num_users=1] = placeholder[target=x]
    %gelu : [num_users=1] = call_function[target=torch.nn.functional.gelu](args = (%x,), kwargs = {}) {tag: "hot"}
    %gelu_1 : [num_users=1] = call_function[target=torch._C._nn.gelu](args = (%gelu,), kwargs = {approximate: "none"})
    return %gelu_1
