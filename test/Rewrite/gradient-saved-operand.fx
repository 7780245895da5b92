// What autograd saves for a result, and did not save for what is replaced, may not be
// written before gradients are computed: leaky_relu saves its operand, where does not.
// RUN: fx-opt %s --split-input-file -O2 | FileCheck %s
// RUN: fx-opt %s --split-input-file --passes='optimize{level=O2 inference=true}' | FileCheck %s --check-prefix=INFERENCE
// RUN: fx-opt %s --split-input-file --passes='infer-values,rewrite{level=2 remarks}' 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// REMARK: gradient: %h may be saved for gradients then, and %add_ writes it

// CHECK: torch.where
// INFERENCE: leaky_relu
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %h : [num_users=4] = call_function[target=torch.add](args = (%x, 1), kwargs = {})
    %gt : [num_users=1] = call_function[target=torch.gt](args = (%h, 0), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.mul](args = (%h, 0.1), kwargs = {})
    %where : [num_users=1] = call_function[target=torch.where](args = (%gt, %h, %mul), kwargs = {})
    %add_ : [num_users=1] = call_method[target=add_](args = (%h, 1), kwargs = {})
    return (%where, %add_)

// -----

// Nothing is written.
// CHECK: leaky_relu
// INFERENCE: leaky_relu
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %h : [num_users=4] = call_function[target=torch.add](args = (%x, 1), kwargs = {})
    %gt : [num_users=1] = call_function[target=torch.gt](args = (%h, 0), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.mul](args = (%h, 0.1), kwargs = {})
    %where : [num_users=1] = call_function[target=torch.where](args = (%gt, %h, %mul), kwargs = {})
    %add : [num_users=1] = call_function[target=torch.add](args = (%h, 1), kwargs = {})
    return (%where, %add)

// -----

// The product saved it before.
// CHECK: torch._C._nn.silu
// INFERENCE: torch._C._nn.silu
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %h : [num_users=3] = call_function[target=torch.add](args = (%x, 1), kwargs = {})
    %s : [num_users=1] = call_function[target=torch.sigmoid](args = (%h,), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.mul](args = (%h, %s), kwargs = {})
    %add_ : [num_users=1] = call_method[target=add_](args = (%h, 1), kwargs = {})
    return (%mul, %add_)
