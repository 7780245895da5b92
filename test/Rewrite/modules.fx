// RUN: fx-opt %s --passes='rewrite{only={drop-dropout} remarks}' 2>&1 | FileCheck %s
// Calls of modules match as the call that their formula is; the flag of training is that
// of the module.
fx 1
module Net {
  drop = torch.nn.Dropout(0.5)
  on = torch.nn.Dropout(0.5) training
}
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
// CHECK: [[#@LINE+1]]:5: remark: rule 'drop-dropout' is applied
    %b : [num_users=1] = call_module[target=drop](args = (%a,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %c : [num_users=1] = call_module[target=on](args = (%b,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %d : [num_users=1] = call_function[target=torch.relu](args = (%c,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
// CHECK: [[#@LINE+1]]:5: remark: rule 'drop-dropout' is applied
    %e : [num_users=1] = call_function[target=torch.nn.functional.dropout](args = (%d,), kwargs = {training: False}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %f : [num_users=1] = call_function[target=torch.relu](args = (%e,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    return %f
// CHECK-NOT: remark
// CHECK: %c : {{.*}}call_module[target=on](args = (%a,), kwargs = {})
// CHECK: %f : {{.*}}(args = (%d,), kwargs = {})
