// RUN: fx-opt %s --decompose --split-input-file --print-format=fx | FileCheck %s

// Some operators return their operand, though their schemas do not say so. What is written to
// the result is written to the operand.
// CHECK-LABEL: graph():
// CHECK-NEXT: %x
// CHECK-NEXT: %add : {{.*}}aten.add.Tensor](args = (%x, 1), kwargs = {})
// CHECK-NEXT: return (add, add)
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %conj_physical : [num_users=2] = call_function[target=torch.ops.aten.conj_physical.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%conj_physical, 1), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%conj_physical,),), kwargs = {}) {output_specs: (("user_output",),)}

// -----

// CHECK-LABEL: graph():
// CHECK-NEXT: %x
// CHECK-NEXT: %add : {{.*}}aten.add.Tensor](args = (%x, 1), kwargs = {})
// CHECK-NEXT: return (add, add)
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %to_dense : [num_users=1] = call_function[target=torch.ops.aten.to_dense.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %dequantize : [num_users=2] = call_function[target=torch.ops.aten.dequantize.self](args = (%to_dense,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%dequantize, 1), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%dequantize,),), kwargs = {}) {output_specs: (("user_output",),)}

// -----

// The second write goes through both.
// CHECK-LABEL: graph():
// CHECK:      %alias : {{.*}}aten.alias.default](args = (%x,), kwargs = {})
// CHECK-NEXT: %view : {{.*}}aten.view.default](args = (%alias, [6]), kwargs = {})
// CHECK-NEXT: %add : {{.*}}aten.add.Tensor](args = (%view, 1), kwargs = {})
// CHECK-NEXT: %view_1 : {{.*}}aten.view.default](args = (%add, [2, 3]), kwargs = {})
// CHECK-NEXT: %alias_2 : {{.*}}aten.alias.default](args = (%view_1,), kwargs = {})
// CHECK:      return (alias_2, view_2)
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %lift : [num_users=1] = call_function[target=torch.ops.aten.lift.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %_unsafe_view : [num_users=2] = call_function[target=torch.ops.aten._unsafe_view.default](args = (%lift, [6]), kwargs = {}) {val: tensor(torch.float32, (6,), (1,), device("cpu"))}
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%_unsafe_view, 1), kwargs = {}) {val: tensor(torch.float32, (6,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%_unsafe_view,),), kwargs = {}) {output_specs: (("user_output",),)}

// -----

// One group is copied all the same.
// CHECK-LABEL: graph():
// CHECK: %clone : {{.*}}aten.clone.default](args = (%view_1,), kwargs = {})
// CHECK: %add : {{.*}}(args = (%clone, 1), kwargs = {})
// CHECK-NEXT: return (add,)
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (1, 4, 3), (12, 3, 1), device("cpu"))}
    %channel_shuffle : [num_users=2] = call_function[target=torch.ops.aten.channel_shuffle.default](args = (%x, 1), kwargs = {}) {val: tensor(torch.float32, (1, 4, 3), (12, 3, 1), device("cpu"))}
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%channel_shuffle, 1), kwargs = {}) {val: tensor(torch.float32, (1, 4, 3), (12, 3, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%channel_shuffle,),), kwargs = {}) {output_specs: (("user_output",),)}
