fx 1
module {
  "0" = torch.nn.Module {
    weight = parameter(torch.float32, (8, 4), (4, 1), device("cpu"), record="data/weights/weight_0")
    bias = parameter(torch.float32, (8,), (1,), device("cpu"), record="data/weights/weight_1")
  }
  "2" = torch.nn.Module {
    weight = parameter(torch.float32, (2, 8), (8, 1), device("cpu"), record="data/weights/weight_2")
    bias = parameter(torch.float32, (2,), (1,), device("cpu"), record="data/weights/weight_3")
  }
}
weights "dyn_mlp_batch_range.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  range_constraints = {"s31": (2, 1024)}
  symbolics = {"s31": ("Symbol('s31', positive=True, integer=True)", "int", 3)}
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["input"]), ("0",), ("1",), ("2",)]
}
graph():
    %p_0_weight : [num_users=1] = placeholder[target=p_0_weight] {input_spec: ("parameter", "0.weight"), val: tensor(torch.float32, (8, 4), (4, 1), device("cpu"), requires_grad=True)}
    %p_0_bias : [num_users=1] = placeholder[target=p_0_bias] {input_spec: ("parameter", "0.bias"), val: tensor(torch.float32, (8,), (1,), device("cpu"), requires_grad=True)}
    %p_2_weight : [num_users=1] = placeholder[target=p_2_weight] {input_spec: ("parameter", "2.weight"), val: tensor(torch.float32, (2, 8), (8, 1), device("cpu"), requires_grad=True)}
    %p_2_bias : [num_users=1] = placeholder[target=p_2_bias] {input_spec: ("parameter", "2.bias"), val: tensor(torch.float32, (2,), (1,), device("cpu"), requires_grad=True)}
    %input : [num_users=1] = placeholder[target=input] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("s31"), 4), (4, 1), device("cpu"))}
    %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%input, %p_0_weight, %p_0_bias), kwargs = {}) {val: tensor(torch.float32, (sym("s31"), 8), (8, 1), device("cpu"))}
    %tanh : [num_users=1] = call_function[target=torch.ops.aten.tanh.default](args = (%linear,), kwargs = {}) {val: tensor(torch.float32, (sym("s31"), 8), (8, 1), device("cpu"))}
    %linear_1 : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%tanh, %p_2_weight, %p_2_bias), kwargs = {}) {val: tensor(torch.float32, (sym("s31"), 2), (2, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%linear_1,),), kwargs = {}) {output_specs: (("user_output",),)}
