// State of one record: what is written must not be part of what is read under another name. PyTorch
// fails, too.
// RUN: %exits 1 fx-opt %s --decompose 2>&1 | FileCheck %s
// CHECK: error: 'b_b' cannot be decomposed: it is written, and shares memory with 'b_c'
// Parts that do not overlap are apart.
// RUN: sed 's/offset=4/offset=8/' %s > %t
// RUN: fx-opt %t --decompose --print-format=fx | FileCheck %s --check-prefix=APART
// APART: %mul : {{.*}}target=torch.ops.aten.mul.Tensor](args = (%b_b, 2)
// APART: return (mul, add)
// As is memory that nothing uses.
// RUN: sed 's/(%x, %b_c)/(%x, %x)/' %s > %t.unused
// RUN: fx-opt %t.unused --decompose --print-format=fx | FileCheck %s --check-prefix=UNUSED
// UNUSED: return (mul, add)
fx 1
module {
  b = buffer(torch.float32, (2, 4), (4, 1), device("cpu"))
  c = buffer(type=tensor(torch.float32, (4,), (1,), device("cpu"), offset=4), record="b")
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  verifiers = ["TRAINING"]
}
graph():
    %b_b : [num_users=1] = placeholder[target=b_b] {input_spec: ("buffer", "b"), val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %b_c : [num_users=1] = placeholder[target=b_c] {input_spec: ("buffer", "c"), val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %mul_ : [num_users=0] = call_function[target=torch.ops.aten.mul_.Tensor](args = (%b_b, 2), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %b_c), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%add,),), kwargs = {}) {output_specs: (("user_output",),)}
