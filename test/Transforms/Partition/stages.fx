fx 1
// Stages follow the order of the graph. An item of a tuple is where the tuple is.
// RUN: fx-opt %s --partition=stages:2 | FileCheck %s --check-prefix=TWO
// RUN: fx-opt %s --partition=stages:100 | FileCheck %s --check-prefix=MANY
// RUN: fx-opt %s --partition=size:1KiB | FileCheck %s --check-prefix=SIZE
// RUN: fx-opt %s --partition=size:1 | FileCheck %s --check-prefix=TINY
// RUN: fx-opt %s --passes='partition{by="after:big, %%chunk"}' | FileCheck %s --check-prefix=AFTER
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %b : [num_users=1] = call_function[target=torch.neg](args = (%a,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %big : [num_users=1] = call_function[target=torch.outer](args = (%b, %b), kwargs = {}) {val: tensor(torch.float32, (16, 16), (16, 1), device("cpu"))}
    %chunk : [num_users=2] = call_function[target=torch.chunk](args = (%big, 2), kwargs = {}) {val: (tensor(torch.float32, (8, 16), (16, 1), device("cpu")), tensor(torch.float32, (8, 16), (16, 1), device("cpu")))}
    %p : [num_users=1] = call_function[target=operator.getitem](args = (%chunk, 0), kwargs = {}) {val: tensor(torch.float32, (8, 16), (16, 1), device("cpu"))}
    %q : [num_users=1] = call_function[target=operator.getitem](args = (%chunk, 1), kwargs = {}) {val: tensor(torch.float32, (8, 16), (16, 1), device("cpu"))}
    %c : [num_users=1] = call_function[target=torch.add](args = (%p, %q), kwargs = {}) {val: tensor(torch.float32, (8, 16), (16, 1), device("cpu"))}
    return %c

// TWO: %a : {{.*}}tag: "stage0"
// TWO: %b : {{.*}}tag: "stage0"
// TWO: %big : {{.*}}tag: "stage0"
// TWO: %chunk : {{.*}}tag: "stage0"
// TWO: %p : {{.*}}tag: "stage0"
// TWO: %q : {{.*}}tag: "stage0"
// TWO: %c : {{.*}}tag: "stage1"

// There are no more stages than nodes; empty ones have no number.
// MANY: %a : {{.*}}tag: "stage0"
// MANY: %c : {{.*}}tag: "stage{{[1-9][0-9]}}"

// SIZE: %a : {{.*}}tag: "stage0"
// SIZE: %b : {{.*}}tag: "stage0"
// SIZE: %big : {{.*}}tag: "stage1"
// SIZE: %chunk : {{.*}}tag: "stage2"
// SIZE: %p : {{.*}}tag: "stage2"
// SIZE: %c :

// What is larger is alone.
// TINY: %a : {{.*}}tag: "stage0"
// TINY: %b : {{.*}}tag: "stage1"
// TINY: %big : {{.*}}tag: "stage2"

// AFTER: %big : {{.*}}tag: "stage0"
// AFTER: %chunk : {{.*}}tag: "stage1"
// AFTER: %q : {{.*}}tag: "stage1"
// AFTER: %c : {{.*}}tag: "stage2"
