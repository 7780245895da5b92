// No rule gives the value of a call of a sparse tensor. One that just gets another
// name keeps its value; what takes more calls stays as it is.
// RUN: fx-opt %s --decompose 2>&1 | FileCheck %s
// CHECK: remark: {{.*}}silu{{.*}}an operand is not strided
// CHECK: %sum_1 : [num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList](args = (%x, []), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
// CHECK: %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (0, 0), device("cpu"), layout=torch.sparse_coo)}
// CHECK: call_function[target=torch.ops.aten.silu.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (0, 0), device("cpu"), layout=torch.sparse_coo)}
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=3] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (0, 0), device("cpu"), layout=torch.sparse_coo)}
    %sum_1 : [num_users=1] = call_function[target=torch.ops.aten.sum.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (0, 0), device("cpu"), layout=torch.sparse_coo)}
    %silu : [num_users=1] = call_function[target=torch.ops.aten.silu.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (0, 0), device("cpu"), layout=torch.sparse_coo)}
    %output : [num_users=0] = output[target=output](args = ((%sum_1, %neg, %silu),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",))}
