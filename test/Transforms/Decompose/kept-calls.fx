// A rule that gives up takes back what it made, and counts nothing of that: the graph did not
// change, and --stats says so.
// RUN: fx-opt %s --decompose --stats -o %t.fx 2>&1 | FileCheck %s --implicit-check-not=warning
// RUN: fx-opt %s -o %t.before.fx && diff %t.before.fx %t.fx
// CHECK:      decompose
// CHECK-NEXT: {{^ +}}0 num-decomposed:
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %t : [num_users=1] = placeholder[target=t] {val: tensor(torch.int64, (), (), device("cpu"))}
    %w : [num_users=1] = placeholder[target=w] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %cross_entropy_loss : [num_users=1] = call_function[target=torch.ops.aten.cross_entropy_loss.default](args = (%x, %t, %w, 1, -100, 0.1), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    return %cross_entropy_loss
