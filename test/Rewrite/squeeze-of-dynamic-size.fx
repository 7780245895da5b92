// A dynamic size may be 1, and then squeeze drops a dimension that its value has. What is
// at least 2 is not dropped.
// RUN: fx-opt %s -O1 --to=fx | FileCheck %s
// RUN: sed 's/"s77": (1, 20)/"s77": (2, 20)/' %s | fx-opt - -O1 --to=fx | FileCheck %s --check-prefix=MANY

// CHECK: %squeeze :
// CHECK: %squeeze_1 :
// CHECK: exp.default](args = (%squeeze_1,)
// MANY-NOT: squeeze

fx 1
module {
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  range_constraints = {"s77": (1, 20)}
  symbolics = {"s77": ("Symbol('s77', positive=True, integer=True)", "int", 3)}
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("s77"), 3), (3, 1), device("cpu"))}
    %neg : [num_users=2] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), 3), (3, 1), device("cpu"))}
    %squeeze : [num_users=1] = call_function[target=torch.ops.aten.squeeze.dim](args = (%neg, 0), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), 3), (3, 1), device("cpu"))}
    %sum_1 : [num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList](args = (%squeeze, [0]), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %squeeze_1 : [num_users=1] = call_function[target=torch.ops.aten.squeeze.default](args = (%neg,), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), 3), (3, 1), device("cpu"))}
    %unsqueeze : [num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default](args = (%squeeze_1, 1), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), 1, 3), (3, 3, 1), device("cpu"))}
    %squeeze_2 : [num_users=1] = call_function[target=torch.ops.aten.squeeze.dim](args = (%unsqueeze, 1), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), 3), (3, 1), device("cpu"))}
    %exp : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%squeeze_2,), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), 3), (3, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%sum_1, %exp),), kwargs = {}) {output_specs: (("user_output",), ("user_output",))}
