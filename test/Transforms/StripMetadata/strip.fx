// RUN: fx-opt %s --strip-metadata | FileCheck %s --check-prefix=ALL
// RUN: fx-opt %s --strip-metadata=tag,seq_* | FileCheck %s --check-prefix=SOME
// RUN: fx-opt %s --passes='strip-metadata{keys=tag where=op=placeholder}' \
// RUN:   | FileCheck %s --check-prefix=WHERE
// RUN: fx-opt %s --strip-metadata=nonsense --stats 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NOTHING
// RUN: not fx-opt %s '--strip-metadata=[z-a]' 2>&1 | FileCheck %s --check-prefix=BAD

// ALL-NOT: {{[{][a-z]+:}}
// SOME: %x : {{.*}} {stack_trace: "a\nb"}
// SOME: %relu : {{.*}} {val: tensor(torch.float32, (2, 3), None, None)}
// WHERE: %x : {{.*}} {seq_nr: 1, stack_trace: "a\nb"}
// WHERE: %relu : {{.*}} {tag: "bar", val: {{.*}}
// NOTHING: %x : {{.*}} {tag: "foo", seq_nr: 1, stack_trace: "a\nb"}
// BAD: error: option 'keys' of 'strip-metadata': '[z-a]' is not a valid glob: invalid glob pattern

fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {tag: "foo", seq_nr: 1, stack_trace: "a\nb"}
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {}) {tag: "bar", val: tensor(torch.float32, (2, 3), None, None)}
    return %relu
