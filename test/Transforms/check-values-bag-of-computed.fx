// A bag of weights that are computed from a parameter needs gradients, too; PyTorch then runs a
// kernel that leaves the last offset out. Of what was detached it does not.
// RUN: fx-opt %s --check-values --print-format=none
// RUN: sed 's/aten.mul.Tensor](args = (%%p_w, 2)/aten.detach.default](args = (%%p_w,)/' %s > %t
// RUN: %exits 1 fx-opt %t --check-values --print-format=none 2>&1 | FileCheck %s
// CHECK: error: the value of %embedding_bag is wrong: in part 2 its sizes are (3,), not (2,)
fx 1
module {
  w = parameter(torch.float32, (6, 3), (3, 1), device("cpu"), record="data/weights/weight_0")
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %p_w : [num_users=1] = placeholder[target=p_w] {input_spec: ("parameter", "w"), val: tensor(torch.float32, (6, 3), (3, 1), device("cpu"), requires_grad=True)}
    %i : [num_users=1] = placeholder[target=i] {input_spec: ("user_input",), val: tensor(torch.int64, (5,), (1,), device("cpu"))}
    %o : [num_users=1] = placeholder[target=o] {input_spec: ("user_input",), val: tensor(torch.int64, (3,), (1,), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%p_w, 2), kwargs = {}) {val: tensor(torch.float32, (6, 3), (3, 1), device("cpu"))}
    %embedding_bag : [num_users=4] = call_function[target=torch.ops.aten.embedding_bag.padding_idx](args = (%mul, %i, %o, False, 1, False, None, True, None), kwargs = {}) {val: (tensor(torch.float32, (2, 3), (3, 1), device("cpu")), tensor(torch.int64, (5,), (1,), device("cpu")), tensor(torch.int64, (2,), (1,), device("cpu")), tensor(torch.int64, (2,), (1,), device("cpu")))}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%embedding_bag, 0), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %getitem_1 : [num_users=0] = call_function[target=operator.getitem](args = (%embedding_bag, 1), kwargs = {}) {val: tensor(torch.int64, (5,), (1,), device("cpu"))}
    %getitem_2 : [num_users=0] = call_function[target=operator.getitem](args = (%embedding_bag, 2), kwargs = {}) {val: tensor(torch.int64, (2,), (1,), device("cpu"))}
    %getitem_3 : [num_users=0] = call_function[target=operator.getitem](args = (%embedding_bag, 3), kwargs = {}) {val: tensor(torch.int64, (2,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%getitem,),), kwargs = {}) {output_specs: (("user_output",),)}
