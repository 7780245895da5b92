// What is written in place may not be what autograd has saved: sigmoid saves its
// result, and a copy of it may be written. relu6 does not.
// RUN: fx-opt %s --split-input-file -O1 | FileCheck %s
// RUN: fx-opt %s --split-input-file --passes='optimize{level=O1 inference=true}' | FileCheck %s --check-prefix=INFERENCE
// RUN: fx-opt %s --split-input-file --passes='infer-values,rewrite{level=1 remarks}' 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// REMARK: gradient: %sigmoid is saved for gradients, and %mul_ writes it

// CHECK: torch.clone
// INFERENCE-NOT: torch.clone
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %sigmoid : [num_users=1] = call_function[target=torch.sigmoid](args = (%x,), kwargs = {})
    %clone : [num_users=1] = call_function[target=torch.clone](args = (%sigmoid,), kwargs = {})
    %mul_ : [num_users=1] = call_method[target=mul_](args = (%clone, 2), kwargs = {})
    return %mul_

// -----

// CHECK: graph()
// CHECK-NOT: torch.clone
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %relu6 : [num_users=1] = call_function[target=torch.nn.functional.relu6](args = (%x,), kwargs = {})
    %clone : [num_users=1] = call_function[target=torch.clone](args = (%relu6,), kwargs = {})
    %mul_ : [num_users=1] = call_method[target=mul_](args = (%clone, 2), kwargs = {})
    return %mul_
