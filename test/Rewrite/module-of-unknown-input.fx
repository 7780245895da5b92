// RUN: fx-opt %s --passes='rewrite{level=1 remarks}' 2>&1 | FileCheck %s
// A module that returns its input, of which no type is known.
fx 1
module Net {
  same = torch.nn.Identity()
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %i : [num_users=1] = call_module[target=same](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
// CHECK: [[#@LINE+1]]:5: remark: rule 'drop-view' matches and is not applied: type: %i has the strides that a caller gives, and %c has others
    %c : [num_users=1] = call_method[target=contiguous](args = (%i,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    return %c
