// After set_, a tensor is another name of the memory of its source: what is written to it is
// written there. A tensor that is set to itself stays what it is, also where it is an input.
// RUN: fx-opt %s --decompose | FileCheck %s
// CHECK-NOT: aten.set_
// CHECK: %slice_1 : {{.*}}(args = (%x, 0, 1, 2), kwargs = {})
// CHECK: %slice_scatter : {{.*}}(args = (%x, %copy, 0, 1, 2), kwargs = {})
// CHECK: output{{.*}}(%slice_scatter, %slice_scatter){{.*}}("user_input_mutation", "x")
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=4] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %c : [num_users=1] = placeholder[target=c] {input_spec: ("user_input",), val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %same : [num_users=0] = call_function[target=torch.ops.aten.set_.source_Tensor](args = (%x, %x), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, 0), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %set_ : [num_users=2] = call_function[target=torch.ops.aten.set_.source_Tensor](args = (%add, %x), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %slice_1 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%set_, 0, 1, 2), kwargs = {}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %copy_ : [num_users=0] = call_function[target=torch.ops.aten.copy_.default](args = (%slice_1, %c), kwargs = {}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%set_,),), kwargs = {}) {output_specs: (("user_output",),)}
