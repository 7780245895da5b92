// A write to state stays between the modules that read it.
// RUN: fx-opt %s --passes='partition{by="name=fc* -> p" report}' -o /dev/null 2>&1 | FileCheck %s
// CHECK: remark: partition: 2 parts, 1 call without a part
// RUN: sed 's/add_.Tensor/add.Tensor/' %s > %t.fx
// RUN: fx-opt %t.fx --passes='partition{by="name=fc* -> p" report}' -o /dev/null 2>&1 | FileCheck %s --check-prefix=PURE
// PURE: remark: partition: 1 part, 1 call without a part
fx 1
module net = Net {
  fc = torch.nn.Linear(4, 4) {
    weight = parameter(torch.float32, (4, 4))
    bias = parameter(torch.float32, (4,))
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %w : [num_users=1] = get_attr[target=fc.weight]
    %fc : [num_users=1] = call_module[target=fc](args = (%x,), kwargs = {})
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%w, 1), kwargs = {})
    %fc_1 : [num_users=1] = call_module[target=fc](args = (%fc,), kwargs = {})
    return %fc_1
