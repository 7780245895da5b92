// torch.sym_sum adds what a tuple has.
// RUN: fx-opt %s --infer-values | FileCheck %s
// CHECK: %sum : {{.*}}{val: sym("2*s0 + 2")}
// CHECK: %none : {{.*}}{val: 0}
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  symbolics = {"s0": ("Symbol('s0', positive=True, integer=True)", "int", 4)}
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("s0"), 3), (3, 1), device("cpu"))}
    %n : [num_users=2] = call_function[target=torch.ops.aten.sym_size.int](args = (%x, 0), kwargs = {})
    %sum : [num_users=0] = call_function[target=torch.sym_sum](args = ((%n, 2, %n),), kwargs = {})
    %none : [num_users=0] = call_function[target=torch.sym_sum](args = ((),), kwargs = {})
    %output : [num_users=0] = output[target=output](args = ((%n,),), kwargs = {}) {output_specs: (("user_output",),)}
