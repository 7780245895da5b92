fx 1
// A tag is one part where that is possible; else parts have names of their own.
// RUN: fx-opt %s --passes='partition{by="operator={relu,neg} -> a; op=call_function -> b"}' \
// RUN:   | FileCheck %s --check-prefix=RULES
// RUN: fx-opt %s --passes='partition{by="name=r -> a;; name=neg -> a"}' \
// RUN:   | FileCheck %s --check-prefix=ONE
// RUN: fx-opt %s --passes='tag-nodes{tag=t where="name={r,add}"},partition' \
// RUN:   | FileCheck %s --check-prefix=TAG
// RUN: fx-opt %s --passes='tag-nodes{tag=t},partition{by="name=nothing -> x"}' \
// RUN:   | FileCheck %s --check-prefix=GONE
// A second run changes nothing.
// RUN: fx-opt %s --passes='partition{by="operator={relu,neg} -> a; op=call_function -> b"}' -o %t.fx
// RUN: fx-opt %t.fx --partition -o %t.2.fx
// RUN: diff %t.fx %t.2.fx
graph():
    %x : [num_users=2] = placeholder[target=x]
    %r : [num_users=2] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %add : [num_users=1] = call_function[target=torch.add](args = (%r, %x), kwargs = {})
    %neg : [num_users=1] = call_function[target=torch.neg](args = (%add,), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.mul](args = (%neg, %r), kwargs = {})
    return %mul

// RULES: %x : [num_users=2] = placeholder[target=x]{{$}}
// RULES: %r : {{.*}} {tag: "a"}
// RULES: %add : {{.*}} {tag: "b"}
// RULES: %neg : {{.*}} {tag: "a_1"}
// RULES: %mul : {{.*}} {tag: "b_1"}

// ONE: %r : {{.*}} {tag: "a"}
// ONE: %add : {{.*}} kwargs = {}){{$}}
// ONE: %neg : {{.*}} {tag: "a_1"}
// ONE: %mul : {{.*}} kwargs = {}){{$}}

// TAG: %r : {{.*}} {tag: "t"}
// TAG: %add : {{.*}} {tag: "t"}
// TAG: %neg : {{.*}} kwargs = {}){{$}}

// Only calls are in parts, and only they lose tags.
// GONE: %x : {{.*}} {tag: "t"}
// GONE: %r : {{.*}} kwargs = {}){{$}}
