// Nothing here is the same.
// RUN: fx-opt %s --cse > %t
// RUN: fx-opt %s | diff - %t

fx 1
module = Net open {
  relu = torch.nn.ReLU()
  other = torch.nn.ReLU()
}
graph():
    %x : [num_users=16] = placeholder[target=x]
    %y : [num_users=3] = placeholder[target=x]
    %a : [num_users=1] = call_function[target=torch.add](args = (%x, 1), kwargs = {})
    %b : [num_users=1] = call_function[target=torch.add](args = (%x, 1.0), kwargs = {})
    %c : [num_users=1] = call_function[target=torch.add](args = (%x, True), kwargs = {})
    %d : [num_users=1] = call_function[target=torch.add](args = (%x, 1), kwargs = {alpha: 2})
    %e : [num_users=1] = call_function[target=torch.mul](args = (%x, 0.0), kwargs = {})
    %f : [num_users=1] = call_function[target=torch.mul](args = (%x, -0.0), kwargs = {})
    %g : [num_users=1] = call_function[target=torch.sub](args = (%x, %y), kwargs = {})
    %h : [num_users=1] = call_function[target=torch.sub](args = (%y, %x), kwargs = {})
    %i : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %j : [num_users=1] = call_method[target=relu](args = (%x,), kwargs = {})
    %k : [num_users=1] = call_module[target=relu](args = (%x,), kwargs = {})
    %l : [num_users=1] = call_module[target=other](args = (%x,), kwargs = {})
    %m : [num_users=1] = call_function[target=operator.getitem](args = (%x, slice(0, 1, None)), kwargs = {})
    %n : [num_users=1] = call_function[target=operator.getitem](args = (%x, slice(0, 2, None)), kwargs = {})
    %o : [num_users=1] = call_function[target=torch.add](args = (%x,), kwargs = {other: %y})
    return ([%a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k, %l, %m, %n, %o],)
