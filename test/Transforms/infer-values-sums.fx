// RUN: fx-opt %s --infer-values | FileCheck %s
// A size of two symbols that meets a number stays what it is, as with PyTorch's fake tensors:
// the equation decides neither. One symbol, whatever is done to it, is replaced.
// CHECK: %div : {{.*}}val: tensor(torch.float32, (sym("u0 + u2"),),
// CHECK: %sub : {{.*}}val: tensor(torch.float32, (4,),
// CHECK: %sub_1 : {{.*}}val: tensor(torch.float32, (4,),
// CHECK: %sub_2 : {{.*}}val: tensor(torch.float32, (4,),
fx 1
graph():
    %n : [num_users=4] = placeholder[target=n] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %a : [num_users=1] = placeholder[target=a] {val: tensor(torch.float32, (sym("u0"),), (1,), device("cpu"))}
    %b : [num_users=1] = placeholder[target=b] {val: tensor(torch.float32, (sym("2*u0"),), (1,), device("cpu"))}
    %c : [num_users=2] = placeholder[target=c] {val: tensor(torch.float32, (sym("u0 + u2"),), (1,), device("cpu"))}
    %div : [num_users=1] = call_function[target=torch.ops.aten.div.Tensor](args = (%c, %n), kwargs = {})
    %sub : [num_users=1] = call_function[target=torch.ops.aten.sub.Tensor](args = (%a, %n), kwargs = {})
    %sub_1 : [num_users=1] = call_function[target=torch.ops.aten.sub.Tensor](args = (%b, %n), kwargs = {})
    %sub_2 : [num_users=1] = call_function[target=torch.ops.aten.sub.Tensor](args = (%n, %c), kwargs = {})
    return (%div, %sub, %sub_1, %sub_2)
