// Of two tensors that lie in memory in different ways the first one decides how the
// result of an elementwise call lies. A caller may give such ones, so the operands keep
// their order where somebody sees it.
// RUN: fx-opt %s -O1 --to=fx | FileCheck %s

// CHECK: %add : {{.*}}add.Tensor](args = (%neg, %b)
// CHECK: %sub_1 : {{.*}}sub.Tensor](args = (%a, %b)
// CHECK: %sub_2 : {{.*}}sub.Tensor](args = (%b, %a)
// CHECK: %add_3 : {{.*}}add.Tensor](args = (%neg_3, %b)

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
    %a : [num_users=4] = placeholder[target=a] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %b : [num_users=4] = placeholder[target=b] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %w : [num_users=1] = placeholder[target=w] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%a,), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%neg, %b), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %neg_1 : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%b,), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %add_1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%a, %neg_1), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %neg_2 : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%a,), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %add_2 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%neg_2, %b), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %sum_1 : [num_users=1] = call_function[target=torch.ops.aten.max.default](args = (%add_2,), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %mm : [num_users=1] = call_function[target=torch.ops.aten.mm.default](args = (%w, %a), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %neg_3 : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%mm,), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %add_3 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%neg_3, %b), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%add, %add_1, %sum_1, %add_3),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",), ("user_output",))}
