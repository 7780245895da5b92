// Slices and items in formulas of a plugin.
// RUN: fx-opt %s --load-pass-plugin=%plugins/TestFormulas.so --lower-modules | FileCheck %s
// CHECK:      %getitem : {{.*}}operator.getitem](args = (%x, slice(1, 3, None)), kwargs = {})
// CHECK-NEXT: %getitem_1 : {{.*}}operator.getitem](args = (%getitem, slice(4, None, None)), kwargs = {})
// CHECK-NEXT: %getitem_2 : {{.*}}operator.getitem](args = (%getitem, slice(None, -1, None)), kwargs = {})
// CHECK-NEXT: %add : {{.*}}torch.add](args = (%getitem_1, %getitem_2), kwargs = {alpha: 3})
// CHECK-NEXT: return %add
fx 1
module net = Net {
  a = test.Slices(3)
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %a : [num_users=1] = call_module[target=a](args = (%x,), kwargs = {})
    return %a
