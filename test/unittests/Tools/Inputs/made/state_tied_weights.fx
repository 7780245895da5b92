fx 1
module {
  emb = torch.nn.Module {
    weight = parameter(torch.float32, (11, 4), (4, 1), device("cpu"), record="data/weights/weight_0")
  }
  out = torch.nn.Module {
    weight = parameter(torch.float32, (11, 4), (4, 1), device("cpu"), record="data/weights/weight_0")
  }
  mid = torch.nn.Module {
    weight = parameter(torch.float32, (4, 4), (4, 1), device("cpu"), record="data/weights/weight_1")
    bias = parameter(torch.float32, (4,), (1,), device("cpu"), record="data/weights/weight_2")
  }
}
weights "state_tied_weights.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["t"]), ("emb",), ("mid",), ("out",)]
}
graph():
    %p_emb_weight : [num_users=0] = placeholder[target=p_emb_weight] {input_spec: ("parameter", "emb.weight"), val: tensor(torch.float32, (11, 4), (4, 1), device("cpu"), requires_grad=True)}
    %p_mid_weight : [num_users=1] = placeholder[target=p_mid_weight] {input_spec: ("parameter", "mid.weight"), val: tensor(torch.float32, (4, 4), (4, 1), device("cpu"), requires_grad=True)}
    %p_mid_bias : [num_users=1] = placeholder[target=p_mid_bias] {input_spec: ("parameter", "mid.bias"), val: tensor(torch.float32, (4,), (1,), device("cpu"), requires_grad=True)}
    %p_out_weight : [num_users=2] = placeholder[target=p_out_weight] {input_spec: ("parameter", "out.weight"), val: tensor(torch.float32, (11, 4), (4, 1), device("cpu"), requires_grad=True)}
    %t : [num_users=1] = placeholder[target=t] {input_spec: ("user_input",), val: tensor(torch.int64, (2, 3), (3, 1), device("cpu"))}
    %embedding : [num_users=1] = call_function[target=torch.ops.aten.embedding.default](args = (%p_out_weight, %t), kwargs = {}) {val: tensor(torch.float32, (2, 3, 4), (12, 4, 1), device("cpu"))}
    %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%embedding, %p_mid_weight, %p_mid_bias), kwargs = {}) {val: tensor(torch.float32, (2, 3, 4), (12, 4, 1), device("cpu"))}
    %relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%linear,), kwargs = {}) {val: tensor(torch.float32, (2, 3, 4), (12, 4, 1), device("cpu"))}
    %linear_1 : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%relu, %p_out_weight), kwargs = {}) {val: tensor(torch.float32, (2, 3, 11), (33, 11, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%linear_1,),), kwargs = {}) {output_specs: (("user_output",),)}
