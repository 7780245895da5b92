// RUN: fx-opt %s --passes='rewrite{level=1 remarks}' 2>&1 | FileCheck %s
// The only call of the operator that the rule names is that of a module.
fx 1
module Net {
  drop = torch.nn.Dropout(0.5)
}
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
// CHECK: [[#@LINE+1]]:5: remark: rule 'drop-dropout' is applied
    %b : [num_users=1] = call_module[target=drop](args = (%a,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %c : [num_users=1] = call_function[target=torch.cos](args = (%b,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    return %c
