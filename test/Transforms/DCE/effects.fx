// What has effects stays although nobody uses it.
// RUN: fx-opt %s --dce --print-format=fx > %t
// RUN: fx-opt %s --print-format=fx | diff - %t

graph():
    %x : [num_users=7] = placeholder[target=x]
    %out : [num_users=1] = call_function[target=torch.empty_like](args = (%x,), kwargs = {})
    %add : [num_users=0] = call_function[target=torch.add](args = (%x, 1), kwargs = {out: %out})
    %relu : [num_users=0] = call_function[target=torch.nn.functional.relu](args = (%x,), kwargs = {inplace: True})
    %add_ : [num_users=0] = call_method[target=add_](args = (%x, 1), kwargs = {})
    %rand_like : [num_users=0] = call_function[target=torch.rand_like](args = (%x,), kwargs = {})
    %unknown : [num_users=0] = call_function[target=my.unknown](args = (%x,), kwargs = {})
    %unknown_1 : [num_users=0] = call_method[target=unknown](args = (%x,), kwargs = {})
    %module : [num_users=0] = call_module[target=module](args = (), kwargs = {})
    %mode : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    return x
