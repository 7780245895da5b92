// What changes the sizes of its operand in place gives the new ones; of later uses of the operand
// nothing is known, and nothing is changed.
// RUN: fx-opt %s --passes='infer-values{partial}' 2>&1 | FileCheck %s
// RUN: fx-opt %s --passes='infer-values{partial},optimize{level=O1}' --to=code 2>/dev/null | FileCheck %s --check-prefix=O1
// O1: reshape = add.reshape(2, 3)
// O1: reshape_1 = relu.reshape(2, 3)
fx 1
graph():
    %x = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %a = call_method[target=clone](args = (%x,), kwargs = {})
// CHECK: %t_ : {{.*}}{val: tensor(torch.float32, (3, 2), (1, 3), device("cpu"))}
    %t_ = call_method[target=t_](args = (%a,), kwargs = {})
// CHECK: %add : {{.*}}{val: tensor(torch.float32, (3, 2), (1, 3), device("cpu"))}
    %add = call_function[target=operator.add](args = (%t_, 1), kwargs = {})
    %reshape = call_method[target=reshape](args = (%add, 2, 3), kwargs = {})
    %b = call_method[target=clone](args = (%x,), kwargs = {})
// CHECK: %unsqueeze_ : {{.*}}{val: tensor(torch.float32, (1, 2, 3), (6, 3, 1), device("cpu"))}
    %unsqueeze_ = call_method[target=unsqueeze_](args = (%b, 0), kwargs = {})
// CHECK: %relu : [num_users=1] = call_method[target=relu](args = (%b,), kwargs = {}){{$}}
    %relu = call_method[target=relu](args = (%b,), kwargs = {})
    %reshape_1 = call_method[target=reshape](args = (%relu, 2, 3), kwargs = {})
    %c = call_method[target=clone](args = (%x,), kwargs = {})
// CHECK: %resize_ : {{.*}}{val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %resize_ = call_method[target=resize_](args = (%c, 3, 2), kwargs = {})
    %d = call_method[target=clone](args = (%x,), kwargs = {})
// CHECK: %as_strided_ : [num_users=1] = call_method[target=as_strided_](args = (%d, (3,), (1,)), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %as_strided_ = call_method[target=as_strided_](args = (%d, (3,), (1,)), kwargs = {})
    return (%reshape, %reshape_1, %resize_, %as_strided_)
