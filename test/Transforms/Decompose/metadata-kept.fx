// t_() of a vector changes nothing, so that an input may be what it is called on.
// RUN: fx-opt %s --decompose | FileCheck %s
// CHECK: %cumsum : {{.*}}torch.ops.aten.cumsum.default](args = (%x, -1), kwargs = {})
// CHECK-NOT: torch.ops.aten.t
// CHECK: output_specs: (("user_input_mutation", "x"), ("user_output",))
fx 1
module {
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3,), (2,), device("cpu"))}
    %t_ : [num_users=0] = call_function[target=torch.ops.aten.t_.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3,), (2,), device("cpu"))}
    %cumsum : [num_users=1] = call_function[target=torch.ops.aten.cumsum.out](args = (%x, -1), kwargs = {out: %x}) {val: tensor(torch.float32, (3,), (2,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%cumsum,),), kwargs = {}) {output_specs: (("user_output",),)}
