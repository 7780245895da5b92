fx 1
module {
  a = parameter(torch.float32, (3, 4), (4, 1), device("cpu"), record="data/weights/weight_0")
  b = parameter(type=tensor(torch.float32, (5, 4), (4, 1), device("cpu"), offset=12), record="data/weights/weight_0")
  c = buffer(type=tensor(torch.float32, (5,), (1,), device("cpu"), offset=35), record="data/weights/weight_0")
  d = buffer(torch.float32, (5,), (8,), device("cpu"), record="data/weights/weight_0")
}
weights "state_storage_views.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["x"])]
}
graph():
    %p_a : [num_users=1] = placeholder[target=p_a] {input_spec: ("parameter", "a"), val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"), requires_grad=True)}
    %p_b : [num_users=1] = placeholder[target=p_b] {input_spec: ("parameter", "b"), val: tensor(torch.float32, (5, 4), (4, 1), device("cpu"), requires_grad=True, offset=12)}
    %b_c : [num_users=1] = placeholder[target=b_c] {input_spec: ("buffer", "c"), val: tensor(torch.float32, (5,), (1,), device("cpu"), offset=35)}
    %b_d : [num_users=1] = placeholder[target=b_d] {input_spec: ("buffer", "d"), val: tensor(torch.float32, (5,), (8,), device("cpu"))}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %matmul : [num_users=1] = call_function[target=torch.ops.aten.matmul.default](args = (%x, %p_a), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %t : [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%p_b,), kwargs = {}) {val: tensor(torch.float32, (4, 5), (1, 4), device("cpu"), offset=12)}
    %matmul_1 : [num_users=1] = call_function[target=torch.ops.aten.matmul.default](args = (%matmul, %t), kwargs = {}) {val: tensor(torch.float32, (2, 5), (5, 1), device("cpu"))}
    %unsqueeze : [num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default](args = (%b_c, 0), kwargs = {}) {val: tensor(torch.float32, (1, 5), (5, 1), device("cpu"), offset=35)}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%matmul_1, %unsqueeze), kwargs = {}) {val: tensor(torch.float32, (2, 5), (5, 1), device("cpu"))}
    %sum_1 : [num_users=1] = call_function[target=torch.ops.aten.sum.default](args = (%b_d,), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %add_1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%add, %sum_1), kwargs = {}) {val: tensor(torch.float32, (2, 5), (5, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%add_1,),), kwargs = {}) {output_specs: (("user_output",),)}
