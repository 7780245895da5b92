// A tensor that the constructor was given is not an argument that a text can show: what
// the tree lists is there. Where nothing is listed, nothing is.
//
// RUN: fx-opt %s --lower-modules | FileCheck %s
// CHECK:      %loss_weight : {{.*}}get_attr[target=loss.weight]
// CHECK-NEXT: torch.nn.functional.cross_entropy](args = (%x, %t), kwargs = {weight: %loss_weight,
// CHECK-NEXT: torch.nn.functional.cross_entropy](args = (%x, %t), kwargs = {weight: None,
// CHECK-NEXT: %binary_pos_weight : {{.*}}get_attr[target=binary.pos_weight]
// CHECK-NEXT: torch.nn.functional.binary_cross_entropy_with_logits]
// CHECK-SAME: weight: None
// CHECK-SAME: pos_weight: %binary_pos_weight

fx 1
module = M {
  loss = torch.nn.CrossEntropyLoss(label_smoothing=0.2) {
    weight = buffer(torch.float32, (4,), (1,), device("cpu"), requires_grad=False)
  }
  plain = torch.nn.CrossEntropyLoss()
  binary = torch.nn.BCEWithLogitsLoss() {
    pos_weight = buffer(torch.float32, (4,), (1,), device("cpu"), requires_grad=False)
  }
}
graph():
    %x : [num_users=3] = placeholder[target=x]
    %t : [num_users=3] = placeholder[target=t]
    %loss : [num_users=1] = call_module[target=loss](args = (%x, %t), kwargs = {})
    %plain : [num_users=1] = call_module[target=plain](args = (%x, %t), kwargs = {})
    %binary : [num_users=1] = call_module[target=binary](args = (%x, %t), kwargs = {})
    return (%loss, %plain, %binary)
