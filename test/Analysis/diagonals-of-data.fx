// A diagonal of a matrix whose size data determine: it has no fewer than no elements.
//
// RUN: fx-opt %s --infer-values | FileCheck %s
// RUN: fx-opt %s --infer-values | fx-opt - --check-values -o /dev/null
//
// CHECK: %above : {{.*}}val: tensor(torch.float32, (sym("Max(0, Min(1, u0 - 1))"),), (9,), device("cpu"), offset=1)
// CHECK: %below : {{.*}}val: tensor(torch.float32, (sym("Max(0, Min(0, u0))"),), (9,), device("cpu"), offset=8)
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  range_constraints = {"u0": (0, 8)}
  symbolics = {"u0": ("Symbol('u0', integer=True)", "int")}
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (1, 8), (8, 1), device("cpu"))}
    %a : [num_users=1] = placeholder[target=a] {input_spec: ("user_input",), val: tensor(torch.int64, (), (), device("cpu"))}
    %i : [num_users=1] = call_function[target=torch.ops.aten.item.default](args = (%a,), kwargs = {}) {val: sym("u0")}
    %some : [num_users=2] = call_function[target=torch.ops.aten.slice.Tensor](args = (%x, 1, 0, %i), kwargs = {}) {val: tensor(torch.float32, (1, sym("u0")), (8, 1), device("cpu"))}
    %above : [num_users=1] = call_function[target=torch.ops.aten.diagonal.default](args = (%some, 1), kwargs = {})
    %below : [num_users=1] = call_function[target=torch.ops.aten.diagonal.default](args = (%some, -1), kwargs = {})
    %output : [num_users=0] = output[target=output](args = ((%above, %below),), kwargs = {}) {output_specs: (("user_output",), ("user_output",))}
