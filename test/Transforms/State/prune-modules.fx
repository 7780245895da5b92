// A module that nothing calls goes with its state: Python would make it again, with new state.
// One that is called by another name, or a part of which is, stays.
// RUN: fx-opt %s --prune-unused-state | FileCheck %s
// CHECK:      module {
// CHECK-NEXT:   used = torch.nn.Sequential {
// CHECK-NEXT:     "1" = torch.nn.Linear
// CHECK-NEXT:       weight
// CHECK-NEXT:       bias
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
fx 1
module {
  left = torch.nn.Linear(in_features=4, out_features=4) {
    weight = parameter(torch.float32, (4, 4))
    bias = parameter(torch.float32, (4,))
  }
  used = torch.nn.Sequential {
    "0" = torch.nn.Linear(in_features=4, out_features=4) {
      weight = parameter(torch.float32, (4, 4))
      bias = parameter(torch.float32, (4,))
    }
    "1" = torch.nn.Linear(in_features=4, out_features=4) {
      weight = parameter(torch.float32, (4, 4))
      bias = parameter(torch.float32, (4,))
    }
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %used_1 : [num_users=1] = call_module[target=used.1](args = (%x,), kwargs = {})
    return %used_1
