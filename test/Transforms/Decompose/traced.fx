// Graphs of torch.fx: modules, functions and methods become operators first.
// RUN: fx-opt %s --decompose --print-format=fx | FileCheck %s

// CHECK: %fc_weight : [num_users=1] = get_attr[target=fc.weight]
// CHECK-NEXT: %fc_bias : [num_users=1] = get_attr[target=fc.bias]
// CHECK-NEXT: %permute : [num_users=1] = call_function[target=torch.ops.aten.permute.default](args = (%fc_weight, [1, 0]), kwargs = {})
// CHECK-NEXT: %addmm : [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%fc_bias, %x, %permute), kwargs = {})
// CHECK-NEXT: %hardtanh : [num_users=1] = call_function[target=torch.ops.aten.hardtanh.default](args = (%addmm, 0, 6), kwargs = {})
// CHECK-NEXT: %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%hardtanh, [8]), kwargs = {})
// CHECK-NEXT: %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%view, 1), kwargs = {})
// CHECK-NEXT: return add
fx 1
module = Net {
  fc = torch.nn.Linear(3, 4) {
    weight = parameter(torch.float32, (4, 3), (3, 1), device("cpu"))
    bias = parameter(torch.float32, (4,), (1,), device("cpu"))
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %fc : [num_users=1] = call_module[target=fc](args = (%x,), kwargs = {})
    %relu6 : [num_users=1] = call_function[target=torch.nn.functional.relu6](args = (%fc,), kwargs = {inplace: False})
    %flatten : [num_users=1] = call_method[target=flatten](args = (%relu6,), kwargs = {})
    %add : [num_users=1] = call_function[target=operator.add](args = (%flatten, 1), kwargs = {})
    return %add
