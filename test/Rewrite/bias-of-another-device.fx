// A sum takes a number of the CPU beside a tensor of another device; addmm does not.
// RUN: fx-opt %s -O2 | FileCheck %s
// CHECK: target=torch.mm
// CHECK-NEXT: target=operator.add](args = (%mm, %c)
// CHECK-NEXT: target=torch.addmm](args = (%b, %y, %y)
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (2, 2), (2, 1), device("cuda:0"))}
    %y : [num_users=2] = placeholder[target=y] {val: tensor(torch.float32, (2, 2), (2, 1), device("cuda:0"))}
    %c : [num_users=1] = placeholder[target=c] {val: tensor(torch.float32, (), (), device("cpu"))}
    %b : [num_users=1] = placeholder[target=b] {val: tensor(torch.float32, (2,), (1,), device("cuda:0"))}
    %mm : [num_users=1] = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cuda:0"))}
    %add : [num_users=1] = call_function[target=operator.add](args = (%mm, %c), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cuda:0"))}
    %mm_1 : [num_users=1] = call_function[target=torch.mm](args = (%y, %y), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cuda:0"))}
    %add_1 : [num_users=1] = call_function[target=operator.add](args = (%mm_1, %b), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cuda:0"))}
    return (%add, %add_1)
