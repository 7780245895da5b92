fx 1
// Items of a tuple are where the tuple is.
// RUN: fx-opt %s --extract=c | FileCheck %s --check-prefix=TO
// RUN: fx-opt %s --passes='extract{from=p}' | FileCheck %s --check-prefix=FROM
graph():
    %x : [num_users=1] = placeholder[target=x]
    %c : [num_users=2] = call_function[target=torch.chunk](args = (%x, 2), kwargs = {}) {val: (1, 2)}
    %p : [num_users=1] = call_function[target=operator.getitem](args = (%c, 0), kwargs = {})
    %q : [num_users=1] = call_function[target=operator.getitem](args = (%c, 1), kwargs = {})
    %add : [num_users=1] = call_function[target=torch.add](args = (%p, %q), kwargs = {})
    return %add

// TO: %c :
// TO-NEXT: %p :
// TO-NEXT: %q :
// TO-NEXT: return (%p, %q)

// FROM: {{^}}graph():
// FROM-NEXT: %p : [num_users=1] = placeholder[target=p]
// FROM-NEXT: %q : [num_users=1] = placeholder[target=q]
// FROM-NEXT: %add :
