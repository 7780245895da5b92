// Values stop at a call of a module of which too little is known: an error says
// why, and where they may stay away a warning does, once.
//
// RUN: not fx-opt %s --split-input-file --infer-values -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: fx-opt %s --split-input-file --optimize -o /dev/null 2>&1 | FileCheck %s
fx 1
// ERROR: error: the value of 'fc' cannot be inferred: the type of its tensor 'weight' is not known
// CHECK: warning: infer-values: the value of 'fc' cannot be inferred: the type of its tensor 'weight' is not known; what follows from it is not known either
module {
  fc = torch.nn.Linear(3, 5)
  act = torch.nn.ReLU()
}
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %fc : [num_users=1] = call_module[target=fc](args = (%x,), kwargs = {})
    %act : [num_users=1] = call_module[target=act](args = (%fc,), kwargs = {})
    return %act

// -----
fx 1
// ERROR: error: the value of 'gate' cannot be inferred: fx-opt does not know what the class 'my.Gate' computes
// CHECK: warning: infer-values: the value of 'gate' cannot be inferred: fx-opt does not know what the class 'my.Gate' computes; what follows
// CHECK-NOT: warning
module {
  gate = my.Gate()
}
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %gate : [num_users=1] = call_module[target=gate](args = (%x,), kwargs = {})
    return %gate
