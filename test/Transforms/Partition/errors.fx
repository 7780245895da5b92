fx 1
// RUN: not fx-opt %s --passes='partition{by="op=call_function"}' 2>&1 | FileCheck %s --check-prefix=ARROW
// RUN: not fx-opt %s --partition='op=nothing -> a' 2>&1 | FileCheck %s --check-prefix=SELECTOR
// RUN: not fx-opt %s --passes='partition{by="name=a -> "}' 2>&1 | FileCheck %s --check-prefix=NOTAG
// RUN: not fx-opt %s --partition=stages:0 2>&1 | FileCheck %s --check-prefix=STAGES
// RUN: not fx-opt %s --partition=stages:x 2>&1 | FileCheck %s --check-prefix=STAGES
// RUN: not fx-opt %s --partition=size:2kb 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not fx-opt %s --partition=after:b 2>&1 | FileCheck %s --check-prefix=AFTER
// RUN: not fx-opt %s --passes='outline{tags="["}' 2>&1 | FileCheck %s --check-prefix=GLOB
graph():
    %x : [num_users=1] = placeholder[target=x]
    %a : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    return %a

// ARROW: error: partition: expected 'SELECTOR -> TAG', not 'op=call_function'
// SELECTOR: op=nothing
// NOTAG: error: partition: expected 'SELECTOR -> TAG', not 'name=a ->'
// STAGES: error: partition: '{{0|x}}' is not a number of stages
// SIZE: error: partition: '2kb' is not a size: expected a number of bytes, or one with KiB, MiB or GiB
// AFTER: error: partition: there is no node 'b'
// GLOB: error: '[' is not a valid glob
