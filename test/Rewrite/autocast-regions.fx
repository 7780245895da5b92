// RUN: fx-opt %s --verify-diagnostics --passes='rewrite{only=addmm remarks}'
// A product inside torch.autocast and a sum outside of it are not one call.
fx 1
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %b : [num_users=2] = placeholder[target=b] {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %enter : [num_users=1] = call_function[target=torch.amp.autocast_mode._enter_autocast](args = ("cpu", torch.bfloat16, True, True), kwargs = {})
    %mm : [num_users=1] = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) {val: tensor(torch.bfloat16, (2, 2), (2, 1), device("cpu"))}
    %exit : [num_users=0] = call_function[target=torch.amp.autocast_mode._exit_autocast](args = (%enter,), kwargs = {})
    // expected-remark@+1 {{rule 'addmm' matches and is not applied: write: %exit comes between %mm and the root, and may change %mm}}
    %add : [num_users=1] = call_function[target=torch.add](args = (%mm, %b), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %mm_1 : [num_users=1] = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    // expected-remark@+1 {{rule 'addmm' is applied}}
    %add_1 : [num_users=1] = call_function[target=torch.add](args = (%mm_1, %b), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    return (%add, %add_1)
