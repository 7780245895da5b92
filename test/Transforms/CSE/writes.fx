// Nothing is merged across a write to what is read, be it through a view, by
// `out=` or because a caller may pass one tensor twice; nor when a result is
// written.
// RUN: fx-opt %s --cse --split-input-file > %t
// RUN: fx-opt %s --split-input-file | diff - %t

// In place.
graph():
    %x : [num_users=3] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %add_ : [num_users=0] = call_method[target=add_](args = (%x, 1), kwargs = {})
    %relu_1 : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %cat : [num_users=1] = call_function[target=torch.cat](args = ([%relu, %relu_1],), kwargs = {})
    return cat
// -----
// Another input.
graph():
    %x : [num_users=2] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %add_ : [num_users=0] = call_method[target=add_](args = (%y, 1), kwargs = {})
    %relu_1 : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %cat : [num_users=1] = call_function[target=torch.cat](args = ([%relu, %relu_1],), kwargs = {})
    return cat
// -----
// A view of the input.
graph():
    %x : [num_users=3] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%x, 0), kwargs = {})
    %add_ : [num_users=0] = call_method[target=add_](args = (%getitem, 1), kwargs = {})
    %relu_1 : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %cat : [num_users=1] = call_function[target=torch.cat](args = ([%relu, %relu_1],), kwargs = {})
    return cat
// -----
// `out=` and a buffer.
graph():
    %buffer : [num_users=3] = get_attr[target=buffer]
    %relu : [num_users=2] = call_function[target=torch.relu](args = (%buffer,), kwargs = {})
    %neg : [num_users=0] = call_function[target=torch.neg](args = (%relu,), kwargs = {out: %buffer})
    %relu_1 : [num_users=1] = call_function[target=torch.relu](args = (%buffer,), kwargs = {})
    %cat : [num_users=1] = call_function[target=torch.cat](args = ([%relu, %relu_1],), kwargs = {})
    return cat
// -----
// The second result is written, and so could not be the first.
graph():
    %x : [num_users=2] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %relu_1 : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %mul_ : [num_users=1] = call_method[target=mul_](args = (%relu_1, 2), kwargs = {})
    %cat : [num_users=1] = call_function[target=torch.cat](args = ([%relu, %mul_],), kwargs = {})
    return cat
// -----
// A container keeps what is put into it.
graph():
    %d : [num_users=1] = placeholder[target=d]
    %x : [num_users=2] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %relu_1 : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %setitem : [num_users=0] = call_function[target=operator.setitem](args = (%d, key, %relu), kwargs = {})
    return relu_1
