// RUN: fx-opt %s --tag-nodes=foo | FileCheck %s --check-prefix=ALL
// RUN: fx-opt %s --passes='tag-nodes{tag=foo where="op=call_* & !target=*neg"}' \
// RUN:   | FileCheck %s --check-prefix=SOME
// RUN: fx-opt %s --tag-nodes=foo --tag-nodes=bar | FileCheck %s --check-prefix=LAST
// RUN: fx-opt %s --passes='tag-nodes{tag="two words"}' \
// RUN:   | FileCheck %s --check-prefix=QUOTED

// A second run changes nothing, and says so.
// RUN: fx-opt %s --tag-nodes=foo --tag-nodes=foo --stats 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TWICE

// ALL: %x : [num_users=1] = placeholder[target=x] {tag: "foo"}
// ALL: %relu : {{.*}} {seq_nr: 3, tag: "foo"}
// ALL: %neg : {{.*}} {tag: "foo"}
// ALL: %output : {{.*}} {tag: "foo"}
// SOME: %x : [num_users=1] = placeholder[target=x]{{$}}
// SOME: %relu : {{.*}} {seq_nr: 3, tag: "foo"}
// SOME: %neg : {{.*}} {tag: "old"}
// SOME-NOT: foo
// LAST-NOT: foo
// LAST-COUNT-4: tag: "bar"
// QUOTED-COUNT-4: tag: "two words"
// TWICE: 4 num-tagged

fx 1
graph():
    %x : [num_users=1] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {}) {seq_nr: 3}
    %neg : [num_users=1] = call_function[target=torch.neg](args = (%relu,), kwargs = {}) {tag: "old"}
    return %neg
