fx 1
// In a program every name of the state is a key of its state dictionary: one in
// the memory of another that is needed stays.
// RUN: fx-opt %s --prune-unused-state | FileCheck %s
// CHECK:      module {
// CHECK-NEXT:   a = parameter({{.*}}record="r")
// CHECK-NEXT:   b = parameter({{.*}}record="r")
// CHECK-NEXT: }
module {
  a = parameter(torch.float32, (2,), (1,), device("cpu"), record="r")
  b = parameter(torch.float32, (2,), (1,), device("cpu"), record="r")
  c = parameter(torch.float32, (2,), (1,), device("cpu"), record="s")
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %p_a : [num_users=1] = placeholder[target=p_a] {input_spec: ("parameter", "a"), val: tensor(torch.float32, (2,), (1,), device("cpu"), requires_grad=True)}
    %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%p_a,), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%neg,),), kwargs = {}) {output_specs: (("user_output",),)}
