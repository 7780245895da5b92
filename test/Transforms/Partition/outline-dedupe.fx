fx 1
// Equal parts call one submodule. State is handed in; what is known of values
// counts.
// RUN: fx-opt %s --passes='outline{dedupe name=blk}' --stats 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=STATS < %t.err
// RUN: fx-opt %s --passes='outline{dedupe name=blk},inline-module{modules=blk*}' \
// RUN:   | FileCheck %s --check-prefix=BACK
module {
  a = parameter(torch.float32, (4,))
  b = parameter(torch.float32, (4,))
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %a : [num_users=1] = get_attr[target=a]
    %b : [num_users=1] = get_attr[target=b]
    %m1 : [num_users=1] = call_function[target=torch.mul](args = (%x, %a), kwargs = {}) {tag: "one"}
    %r1 : [num_users=1] = call_function[target=torch.relu](args = (%m1,), kwargs = {}) {tag: "one"}
    %m2 : [num_users=1] = call_function[target=torch.mul](args = (%r1, %b), kwargs = {}) {tag: "two"}
    %r2 : [num_users=1] = call_function[target=torch.relu](args = (%m2,), kwargs = {}) {tag: "two", custom: 1}
    %r3 : [num_users=1] = call_function[target=torch.relu](args = (%r2,), kwargs = {}) {tag: "three"}
    %m4 : [num_users=1] = call_function[target=torch.relu](args = (%r3,), kwargs = {}) {val: 1, tag: "four"}
    return %m4

// CHECK: a = parameter
// CHECK: b = parameter
// CHECK: blk_0 = torch
// CHECK: blk_1 = torch
// CHECK: blk_2 = torch
// CHECK-NOT: blk_3 =
// CHECK: {{^}}graph():
// CHECK: %blk_0 : {{.*}}call_module[target=blk_0](args = (%x, %a), kwargs = {})
// CHECK: %blk_{{.*}} : {{.*}}call_module[target=blk_0](args = (%blk_0, %b), kwargs = {})
// CHECK: call_module[target=blk_1]
// CHECK: call_module[target=blk_2]
// STATS-DAG: 4 num-outlined
// STATS-DAG: 1 num-shared

// BACK-NOT: call_module
// BACK: %mul{{.*}} : {{.*}}(args = (%x, %a)
// BACK: torch.relu
// BACK: torch.mul](args = (%{{.*}}, %b)
