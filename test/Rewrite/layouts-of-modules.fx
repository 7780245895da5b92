// RUN: fx-opt %s --passes='rewrite{level=1 remarks}' 2>&1 | FileCheck %s
// What a module returns lies in memory as its formula says: here as the input,
// which a caller may give transposed.
fx 1
module Net {
  act = torch.nn.ReLU()
}
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %a : [num_users=1] = call_module[target=act](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
// CHECK: [[#@LINE+1]]:5: remark: rule 'drop-view' matches and is not applied: type: %a has the strides that a caller gives, and %b has others
    %b : [num_users=1] = call_method[target=contiguous](args = (%a,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    return %b
// CHECK: return %b
