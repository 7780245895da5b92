// RUN: fx-opt %s --cse --print-format=fx | FileCheck %s
// RUN: fx-opt %s --passes='cse{commute}' --print-format=fx \
// RUN:   | FileCheck %s --check-prefix=COMMUTE

// CHECK: (args = ([%add, %add_1, %sub, %sub_1, %alpha, %alpha_1],), kwargs = {})
// COMMUTE: (args = ([%add, %add, %sub, %sub_1, %alpha, %alpha_1],), kwargs = {})

graph():
    %x : [num_users=6] = placeholder[target=x]
    %y : [num_users=6] = placeholder[target=y]
    %add : [num_users=1] = call_function[target=torch.add](args = (%x, %y), kwargs = {})
    %add_1 : [num_users=1] = call_function[target=torch.add](args = (%y, %x), kwargs = {})
    %sub : [num_users=1] = call_function[target=torch.sub](args = (%x, %y), kwargs = {})
    %sub_1 : [num_users=1] = call_function[target=torch.sub](args = (%y, %x), kwargs = {})
    %alpha : [num_users=1] = call_function[target=torch.add](args = (%x, %y), kwargs = {alpha: 2})
    %alpha_1 : [num_users=1] = call_function[target=torch.add](args = (%y, %x), kwargs = {alpha: 2})
    %cat : [num_users=1] = call_function[target=torch.cat](args = ([%add, %add_1, %sub, %sub_1, %alpha, %alpha_1],), kwargs = {})
    return cat
