// A view of bytes as another type, or the same, has no gradient: it is not dropped where its
// operand may have one.
// RUN: fx-opt %s -O1 --to=fx | FileCheck %s
// RUN: fx-opt %s -O1 --inference --to=fx | FileCheck %s --check-prefix=INFERENCE
// RUN: fx-opt %s -O1 --explain-rule=drop-view -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY
// CHECK:      %b : {{.*}}view.dtype](args = (%a, torch.float32)
// CHECK-NEXT: %c : {{.*}}exp.default](args = (%b,)
// CHECK-NEXT: %f : {{.*}}neg.default](args = (%i,)
// INFERENCE-NOT: view
// INFERENCE: exp.default](args = (%a,)
// WHY: remark: rule 'drop-view' matches and is not applied: gradient: %b has none, whatever its operand has, and the result may have one
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %i : [num_users=1] = placeholder[target=i] {val: tensor(torch.int32, (4,), (1,), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %b : [num_users=1] = call_function[target=torch.ops.aten.view.dtype](args = (%a, torch.float32), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %c : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%b,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %e : [num_users=1] = call_function[target=torch.ops.aten.view.dtype](args = (%i, torch.int32), kwargs = {}) {val: tensor(torch.int32, (4,), (1,), device("cpu"))}
    %f : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%e,), kwargs = {}) {val: tensor(torch.int32, (4,), (1,), device("cpu"))}
    return (%c, %f)
