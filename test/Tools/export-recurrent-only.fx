// A graph whose only calls are of recurrent modules, which become functions, has
// nothing to inline: no pattern of modules that nobody gave is warned of.
//
// REQUIRES: libtorch
// RUN: %exits 1 fx-opt %s --input='f32[b,5,4]' -o %t.pt2 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=note:
// CHECK: error: no weight file has the record 'lstm.weight_ih_l0'
fx 1
module {
  lstm = torch.nn.LSTM(4, 3, batch_first=True) {
    weight_ih_l0 = parameter(torch.float32, (12, 4))
    weight_hh_l0 = parameter(torch.float32, (12, 3))
    bias_ih_l0 = parameter(torch.float32, (12,))
    bias_hh_l0 = parameter(torch.float32, (12,))
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %lstm : [num_users=1] = call_module[target=lstm](args = (%x,), kwargs = {})
    %y : [num_users=1] = call_function[target=operator.getitem](args = (%lstm, 0), kwargs = {})
    return %y
