// RUN: fx-opt %s --passes='rewrite{level=1 remarks}' 2>&1 | FileCheck %s
// A caller may give a slice with steps, or an expanded tensor, for which view()
// fails. An elementwise call makes what is dense of it.
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4, 6), (6, 1), device("cpu"))}
    %z : [num_users=1] = placeholder[target=z] {val: tensor(torch.float32, (4, 6), (6, 1), device("cpu"))}
    %w : [num_users=1] = placeholder[target=w] {val: tensor(torch.float32, (2, 4, 3, 3), (36, 9, 3, 1), device("cpu"))}
// CHECK: [[#@LINE+1]]:5: remark: rule 'mul-one' matches and is not applied: type: %x has the strides that a caller gives, and %a has others
    %a : [num_users=1] = call_function[target=torch.mul](args = (%x, 1), kwargs = {}) {val: tensor(torch.float32, (4, 6), (6, 1), device("cpu"))}
    %b : [num_users=1] = call_method[target=view](args = (%a, -1), kwargs = {}) {val: tensor(torch.float32, (24,), (1,), device("cpu"))}
    %c : [num_users=1] = call_function[target=torch.relu](args = (%b,), kwargs = {}) {val: tensor(torch.float32, (24,), (1,), device("cpu"))}
// What relu() gives is dense again.
// CHECK: [[#@LINE+1]]:5: remark: rule 'mul-one' is applied
    %f : [num_users=1] = call_function[target=torch.mul](args = (%z, 1), kwargs = {}) {val: tensor(torch.float32, (4, 6), (6, 1), device("cpu"))}
    %g : [num_users=1] = call_function[target=torch.relu](args = (%f,), kwargs = {}) {val: tensor(torch.float32, (4, 6), (6, 1), device("cpu"))}
// cat() keeps channels last, and not the reverse of dimensions.
    %h : [num_users=1] = call_function[target=torch.relu](args = (%w,), kwargs = {}) {val: tensor(torch.float32, (2, 4, 3, 3), (36, 9, 3, 1), device("cpu"))}
// CHECK: [[#@LINE+1]]:5: remark: rule 'drop-cat' matches and is not applied: type: %h has the strides that a caller gives, and %i has others
    %i : [num_users=1] = call_function[target=torch.cat](args = ([%h], 0), kwargs = {}) {val: tensor(torch.float32, (2, 4, 3, 3), (36, 9, 3, 1), device("cpu"))}
    return (%c, %g, %i)
