fx 1
// RUN: fx-opt %s --passes='partition{by="name={a,b} -> p" report}' -o /dev/null 2>&1 \
// RUN:   | FileCheck %s
// RUN: fx-opt %s --passes='partition{by="name={a,b} -> p" report split-independent}' \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=SPLIT
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %b : [num_users=2] = call_function[target=torch.neg](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %c : [num_users=1] = call_function[target=torch.add](args = (%a, %b), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    return (%b, %c)

// CHECK: report.fx:[[#@LINE-5]]:5: remark: partition: part 'p': 2 nodes, 1 input (16 bytes), 2 outputs (32 bytes)
// CHECK: remark: partition: 1 part, 1 call without a part

// SPLIT: remark: partition: part 'p': 1 node, 1 input (16 bytes), 1 output (16 bytes)
// SPLIT: remark: partition: part 'p_1': 1 node, 1 input (16 bytes), 1 output (16 bytes)
// SPLIT: remark: partition: 2 parts, 1 call without a part
