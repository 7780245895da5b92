fx 1
// Between _enter_autocast and _exit_autocast of a graph of torch.fx or Dynamo, types are those that
// torch.autocast gives, or are not known.
// RUN: fx-opt %s --passes='infer-values{partial}' | FileCheck %s
// RUN: fx-opt %s -O2 | FileCheck %s --check-prefix=OPT
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %b : [num_users=2] = placeholder[target=b] {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %enter : [num_users=1] = call_function[target=torch.amp.autocast_mode._enter_autocast](args = ("cpu", torch.bfloat16, True, True), kwargs = {})
    // CHECK: %mm : [num_users=2] = call_function[target=torch.mm](args = (%x, %x), kwargs = {}){{$}}
    %mm : [num_users=2] = call_function[target=torch.mm](args = (%x, %x), kwargs = {})
    // CHECK: %float_1 : {{.*}}(args = (%mm,), kwargs = {}){{$}}
    // OPT: %float_1 :
    %float_1 : [num_users=1] = call_method[target=float](args = (%mm,), kwargs = {})
    // OPT: %add :
    %add : [num_users=1] = call_function[target=torch.add](args = (%mm, %b), kwargs = {})
    // CHECK: %relu : {{.*}} {val: tensor(torch.float32, (2,)
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%b,), kwargs = {})
    %exit : [num_users=0] = call_function[target=torch.amp.autocast_mode._exit_autocast](args = (%enter,), kwargs = {})
    // CHECK: %outside : {{.*}} {val: tensor(torch.float32, (2, 2)
    %outside : [num_users=1] = call_function[target=torch.mm](args = (%x, %x), kwargs = {})
    return (%float_1, %add, %relu, %outside)
