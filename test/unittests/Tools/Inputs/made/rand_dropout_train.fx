fx 1
module {
  "0" = torch.nn.Module {
    weight = parameter(torch.float32, (6, 3), (3, 1), device("cpu"), record="data/weights/weight_0")
    bias = parameter(torch.float32, (6,), (1,), device("cpu"), record="data/weights/weight_1")
  }
  "4" = torch.nn.Module {
    weight = parameter(torch.float32, (2, 6), (6, 1), device("cpu"), record="data/weights/weight_2")
    bias = parameter(torch.float32, (2,), (1,), device("cpu"), record="data/weights/weight_3")
  }
}
weights "rand_dropout_train.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["input"]), ("0",), ("1",), ("2",), ("3",), ("4",), ("5",)]
}
graph():
    %p_0_weight : [num_users=1] = placeholder[target=p_0_weight] {input_spec: ("parameter", "0.weight"), val: tensor(torch.float32, (6, 3), (3, 1), device("cpu"), requires_grad=True)}
    %p_0_bias : [num_users=1] = placeholder[target=p_0_bias] {input_spec: ("parameter", "0.bias"), val: tensor(torch.float32, (6,), (1,), device("cpu"), requires_grad=True)}
    %p_4_weight : [num_users=1] = placeholder[target=p_4_weight] {input_spec: ("parameter", "4.weight"), val: tensor(torch.float32, (2, 6), (6, 1), device("cpu"), requires_grad=True)}
    %p_4_bias : [num_users=1] = placeholder[target=p_4_bias] {input_spec: ("parameter", "4.bias"), val: tensor(torch.float32, (2,), (1,), device("cpu"), requires_grad=True)}
    %input : [num_users=1] = placeholder[target=input] {input_spec: ("user_input",), val: tensor(torch.float32, (4, 3), (3, 1), device("cpu"))}
    %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%input, %p_0_weight, %p_0_bias), kwargs = {}) {val: tensor(torch.float32, (4, 6), (6, 1), device("cpu"))}
    %dropout : [num_users=1] = call_function[target=torch.ops.aten.dropout.default](args = (%linear, 0.3, True), kwargs = {}) {val: tensor(torch.float32, (4, 6), (6, 1), device("cpu"))}
    %relu_ : [num_users=1] = call_function[target=torch.ops.aten.relu_.default](args = (%dropout,), kwargs = {}) {val: tensor(torch.float32, (4, 6), (6, 1), device("cpu"))}
    %alpha_dropout : [num_users=1] = call_function[target=torch.ops.aten.alpha_dropout.default](args = (%relu_, 0.1, True), kwargs = {}) {val: tensor(torch.float32, (4, 6), (6, 1), device("cpu"))}
    %linear_1 : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%alpha_dropout, %p_4_weight, %p_4_bias), kwargs = {}) {val: tensor(torch.float32, (4, 2), (2, 1), device("cpu"))}
    %rrelu : [num_users=1] = call_function[target=torch.ops.aten.rrelu.default](args = (%linear_1, 0.1, 0.4, True), kwargs = {}) {val: tensor(torch.float32, (4, 2), (2, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%rrelu,),), kwargs = {}) {output_specs: (("user_output",),)}
