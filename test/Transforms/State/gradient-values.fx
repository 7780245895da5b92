// A frozen weight requires no gradients, and embedding_bag runs another kernel: what it says of
// the sizes of bags has a place for the last offset, too.
//
// RUN: fx-opt %s --freeze | FileCheck %s
// RUN: fx-opt %s --freeze --check-values -o /dev/null
fx 1
module {
  e = torch.nn.Module {
    weight = parameter(torch.float32, (5, 3), (3, 1), device("cpu"), record="e.weight")
  }
}
weights "gradient-values.safetensors"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %p_e_weight : [num_users=1] = placeholder[target=p_e_weight] {input_spec: ("parameter", "e.weight"), val: tensor(torch.float32, (5, 3), (3, 1), device("cpu"), requires_grad=True)}
    %i : [num_users=1] = placeholder[target=i] {input_spec: ("user_input",), val: tensor(torch.int64, (5,), (1,), device("cpu"))}
    %o : [num_users=1] = placeholder[target=o] {input_spec: ("user_input",), val: tensor(torch.int64, (4,), (1,), device("cpu"))}
    %embedding_bag : [num_users=2] = call_function[target=torch.ops.aten.embedding_bag.padding_idx](args = (%p_e_weight, %i, %o, False, 0, False, None, True, 1), kwargs = {}) {val: (tensor(torch.float32, (3, 3), (3, 1), device("cpu")), tensor(torch.int64, (5,), (1,), device("cpu")), tensor(torch.int64, (3,), (1,), device("cpu")), tensor(torch.int64, (3,), (1,), device("cpu")))}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%embedding_bag, 0), kwargs = {}) {val: tensor(torch.float32, (3, 3), (3, 1), device("cpu"))}
    %getitem_2 : [num_users=0] = call_function[target=operator.getitem](args = (%embedding_bag, 2), kwargs = {}) {val: tensor(torch.int64, (3,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%getitem,),), kwargs = {}) {output_specs: (("user_output",),)}
// CHECK: %embedding_bag : {{.*}}val: (tensor(torch.float32, (3, 3), {{.*}}tensor(torch.int64, (5,), {{.*}}tensor(torch.int64, (4,), {{.*}}tensor(torch.int64, (3,),
// CHECK: %getitem : {{.*}}val: tensor(torch.float32, (3, 3),
// CHECK: %getitem_2 : {{.*}}val: tensor(torch.int64, (4,),
//
// Where the sizes stay, all else that is said of the value does.
// RUN: sed -e 's/val: (tensor(torch.float32, (3, 3), (3, 1), device("cpu")/&, requires_grad=True/' %s > %t.fx
// RUN: fx-opt %t.fx --tag-nodes=tag=a | FileCheck %s --check-prefix=KEPT
// KEPT: %embedding_bag : {{.*}}val: (tensor(torch.float32, (3, 3), (3, 1), device("cpu"), requires_grad=True),
