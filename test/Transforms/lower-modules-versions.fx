// Some classes compute the same in other words in PyTorch 1 and 2. Who printed
// the graph decides.
//
// RUN: fx-opt %s --split-input-file --lower-modules --print-format=fx | FileCheck %s
// CHECK:      functional.pad](args = (%x, (1, 1, 1, 1), reflect), kwargs = {})
// CHECK-NEXT: functional.pad](args = (%pad, (2, 2), constant, 0.5), kwargs = {})
// CHECK-NEXT: functional.mse_loss]{{.*}} kwargs = {size_average: None, reduce: None, reduction: mean})
// CHECK-NEXT: functional.huber_loss]{{.*}} kwargs = {reduction: mean, delta: 2.0})
// CHECK:      functional.pad](args = (%huber_loss, (0, 0)), kwargs = {mode: circular})
// CHECK:      functional.pad](args = (%x, (1, 1, 1, 1)), kwargs = {mode: reflect, value: None})
// CHECK-NEXT: functional.pad](args = (%pad, (2, 2)), kwargs = {mode: constant, value: 0.5})
// CHECK-NEXT: functional.mse_loss]{{.*}} kwargs = {size_average: None, reduce: None, reduction: mean, weight: None})
// CHECK-NEXT: functional.huber_loss]{{.*}} kwargs = {reduction: mean, delta: 2.0, weight: None})
// CHECK:      functional.pad](args = (%huber_loss, (0, 0)), kwargs = {mode: circular, value: None})
fx 1
torch 1
module net = Net {
  a = torch.nn.ReflectionPad2d(1)
  b = torch.nn.ConstantPad1d(2, 0.5)
  c = torch.nn.MSELoss()
  d = torch.nn.HuberLoss(delta=2.0)
  e = torch.nn.Conv1d(1, 1, 1, padding_mode="circular")
}
graph():
    %x : [num_users=2] = placeholder[target=x]
    %a : [num_users=1] = call_module[target=a](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_module[target=b](args = (%a,), kwargs = {})
    %c : [num_users=1] = call_module[target=c](args = (%b, %x), kwargs = {})
    %d : [num_users=1] = call_module[target=d](args = (%c, %c), kwargs = {})
    %e : [num_users=1] = call_module[target=e](args = (%d,), kwargs = {})
    return %e
// -----
fx 1
module net = Net {
  a = torch.nn.ReflectionPad2d(1)
  b = torch.nn.ConstantPad1d(2, 0.5)
  c = torch.nn.MSELoss()
  d = torch.nn.HuberLoss(delta=2.0)
  e = torch.nn.Conv1d(1, 1, 1, padding_mode="circular")
}
graph():
    %x : [num_users=2] = placeholder[target=x]
    %a : [num_users=1] = call_module[target=a](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_module[target=b](args = (%a,), kwargs = {})
    %c : [num_users=1] = call_module[target=c](args = (%b, %x), kwargs = {})
    %d : [num_users=1] = call_module[target=d](args = (%c, %c), kwargs = {})
    %e : [num_users=1] = call_module[target=e](args = (%d,), kwargs = {})
    return %e
