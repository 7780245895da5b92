// RUN: fx-opt %s --passes='functional-methods{where=name=relu}' | FileCheck %s
// CHECK: %relu : {{.*}} call_function[target=torch.relu]
// CHECK: %neg : {{.*}} call_method[target=neg]

graph():
    %x : [num_users=1] = placeholder[target=x]
    %relu : [num_users=1] = call_method[target=relu](args = (%x,), kwargs = {})
    %neg : [num_users=1] = call_method[target=neg](args = (%relu,), kwargs = {})
    return neg
