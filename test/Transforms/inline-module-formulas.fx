fx 1
// A formula can refuse what it is not for, and says why.
// RUN: %exits 1 fx-opt %s --lower-modules 2>&1 | FileCheck %s
module net = Net {
  convt = torch.nn.ConvTranspose2d(3, 4, 3, padding_mode="reflect")
  convt2 = torch.nn.ConvTranspose2d(3, 4, 3)
  attention = torch.nn.MultiheadAttention(8, 2)
  loss = torch.nn.L1Loss(size_average=True)
  bn = torch.nn.BatchNorm2d(8, momentum=None) training
  up = torch.nn.Upsample(scale_factor=())
}
graph():
    %x : [num_users=6] = placeholder[target=x]
// CHECK: [[#@LINE+1]]:5: error: cannot inline 'convt': torch.nn.ConvTranspose2d: only padding_mode='zeros' is supported by transposed convolutions
    %convt : [num_users=0] = call_module[target=convt](args = (%x,), kwargs = {})
// CHECK: [[#@LINE+1]]:5: error: cannot inline 'convt2': torch.nn.ConvTranspose2d: with output_size the padding depends on the size of the input
    %convt2 : [num_users=0] = call_module[target=convt2](args = (%x,), kwargs = {output_size: [3, 3]})
// CHECK: [[#@LINE+1]]:5: error: cannot inline 'attention': torch.nn.MultiheadAttention: is_causal=True is not a fixed formula
    %attention : [num_users=0] = call_module[target=attention](args = (%x, %x, %x), kwargs = {is_causal: True})
// CHECK: [[#@LINE+1]]:5: error: cannot inline 'loss': torch.nn.L1Loss: size_average and reduce are not supported, only reduction
    %loss : [num_users=0] = call_module[target=loss](args = (%x, %x), kwargs = {})
// CHECK: [[#@LINE+1]]:5: error: cannot inline 'bn': torch.nn.BatchNorm2d: momentum=None in training depends on the batches seen so far
    %bn : [num_users=0] = call_module[target=bn](args = (%x,), kwargs = {})
// CHECK: [[#@LINE+1]]:5: error: cannot inline 'up': torch.nn.Upsample: index out of range
    %up : [num_users=0] = call_module[target=up](args = (%x,), kwargs = {})
    return None
