// RUN: not fx-opt %s --decompose -o %t.fx 2>&1 | FileCheck %s
// What was written to an input before is the input still, whose memory cannot be
// exchanged: no output says that.
// CHECK: error: 'set_' cannot be decomposed: the memory of an input is exchanged
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %tril_ : [num_users=2] = call_function[target=torch.ops.aten.tril_.default](args = (%y, 1), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %clone : [num_users=1] = call_function[target=torch.ops.aten.clone.default](args = (%tril_,), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %set_ : [num_users=0] = call_function[target=torch.ops.aten.set_.source_Tensor](args = (%tril_, %x), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %add_ : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%x, 1), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%clone,),), kwargs = {}) {output_specs: (("user_output",),)}
