fx 1
// The greatest work of a stage is as small as possible, and a byte that is received
// has a price.
// RUN: fx-opt %s --passes='partition{by=balanced:2 link=0}' | FileCheck %s --check-prefix=EVEN
// RUN: fx-opt %s --passes='partition{by=balanced:2 link=1000}' | FileCheck %s --check-prefix=NARROW
// RUN: fx-opt %s --passes='partition{by=balanced:2 link=0 cost=bytes}' | FileCheck %s --check-prefix=BYTES
// RUN: fx-opt %s --partition=balanced:1 | FileCheck %s --check-prefix=ONE
// RUN: fx-opt %s --partition=balanced:1000 | FileCheck %s --check-prefix=MANY
// RUN: not fx-opt %s --partition=balanced:0 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not fx-opt %s --partition=balanced:many 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not fx-opt %s --partition=balanced:1025 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not fx-opt %s --passes='partition{by=balanced:2 link=-1}' 2>&1 | FileCheck %s --check-prefix=LINK

// Two equal products, and results of which the third is the smallest.
// EVEN: %a : {{.*}}tag: "stage0"
// EVEN: %b : {{.*}}tag: "stage1"
// EVEN: %c : {{.*}}tag: "stage1"
// NARROW: %a : {{.*}}tag: "stage0"
// NARROW: %b : {{.*}}tag: "stage0"
// NARROW: %n : {{.*}}tag: "stage0"
// NARROW: %c : {{.*}}tag: "stage1"
// BYTES: %b : {{.*}}tag: "stage0"
// BYTES: %n : {{.*}}tag: "stage1"
// ONE-NOT: stage1
// MANY: %a : {{.*}}tag: "stage0"
// MANY: %b : {{.*}}tag: "stage1"
// MANY: %n : {{.*}}tag: "stage2"
// MANY: %c : {{.*}}tag: "stage3"
// COUNT: error: partition: '{{0|many|1025}}' is not a number of stages from 1 to 1024
// LINK: error: partition: a byte that is sent cannot cost less than nothing
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (64, 64), (64, 1), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) {val: tensor(torch.float32, (64, 64), (64, 1), device("cpu"))}
    %b : [num_users=1] = call_function[target=torch.mm](args = (%a, %a), kwargs = {}) {val: tensor(torch.float32, (64, 64), (64, 1), device("cpu"))}
    %n : [num_users=1] = call_function[target=torch.amax](args = (%b,), kwargs = {}) {val: tensor(torch.float32, (64,), (1,), device("cpu"))}
    %c : [num_users=1] = call_function[target=torch.outer](args = (%n, %n), kwargs = {}) {val: tensor(torch.float32, (64, 64), (64, 1), device("cpu"))}
    return %c
