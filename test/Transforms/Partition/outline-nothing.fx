fx 1
// Without a tag there is nothing to outline, which is said.
// RUN: fx-opt %s --outline --to=none 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: outline-nothing.fx: warning: outline: no node has a tag; the passes partition and tag-nodes give them
// RUN: fx-opt %s --passes='tag-nodes{tag=c where="op=call_function"},outline{tags=a,b}' --to=none 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: warning: outline: no node has a tag that a or b matches
// RUN: fx-opt %s --passes='tag-nodes{tag=c where="op=call_function"},fix(outline)' --to=none 2>&1 | count 0
graph():
    %x : [num_users=1] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    return %relu
