// The result of diag_embed is contiguous, whatever its operand is.
// RUN: fx-opt %s --decompose | FileCheck %s
// CHECK: %where : {{.*}} {val: tensor(torch.float32, (5, 2, 2), (1, 5, 10), device("cpu"))}
// CHECK-NEXT: %clone : {{.*}}aten.clone.default](args = (%where,), kwargs = {memory_format: torch.contiguous_format}) {val: tensor(torch.float32, (5, 2, 2), (4, 2, 1), device("cpu"))}
// CHECK-NEXT: return %clone
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (5, 2), (1, 5), device("cpu"))}
    %diag_embed : [num_users=1] = call_function[target=torch.ops.aten.diag_embed.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (5, 2, 2), (4, 2, 1), device("cpu"))}
    return %diag_embed
