// RUN: fx-opt %s --verify-diagnostics --passes='check-values{remarks exact}'
fx 1
graph():
    %x : [num_users=4] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %a : [num_users=0] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    // expected-error@+1 {{the value of %b is wrong: its dtype is torch.float32, not torch.int64}}
    %b : [num_users=0] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {}) {val: tensor(torch.int64, (2, 3), (3, 1), device("cpu"))}
    // expected-error@+1 {{the value of %c is wrong: its strides are (1, 3), not (2, 1)}}
    %c : [num_users=0] = call_function[target=torch.ops.aten.t.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    // expected-remark@+1 {{the value of %d was not checked: there is no rule}}
    %d : [num_users=0] = call_function[target=torch.ops.mine.op.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    return None
