// RUN: fx-opt %s --passes='rewrite{level=1 remarks}' 2>&1 | FileCheck %s
// A rule of fx-opt is compiled when a graph has its operators. This one has no
// negation before another rule makes two.
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %s : [num_users=1] = call_function[target=torch.sin](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
// CHECK: [[#@LINE+1]]:5: remark: rule 'mul-minus-one' is applied
    %a : [num_users=1] = call_function[target=torch.mul](args = (%s, -1), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
// CHECK: [[#@LINE+1]]:5: remark: rule 'mul-minus-one' is applied
    %b : [num_users=1] = call_function[target=torch.mul](args = (%a, -1), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %c : [num_users=1] = call_function[target=torch.cos](args = (%b,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    return %c
// CHECK: remark: rule 'neg-of-neg' is applied
// CHECK: torch.sin
// CHECK-NEXT: torch.cos
