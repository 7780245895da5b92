fx 1
module {
  "0" = torch.nn.Module {
    weight = parameter(torch.bfloat16, (8, 4), (4, 1), device("cpu"), record="data/weights/weight_0")
    bias = parameter(torch.bfloat16, (8,), (1,), device("cpu"), record="data/weights/weight_1")
  }
  "1" = torch.nn.Module {
    weight = parameter(torch.bfloat16, (8,), (1,), device("cpu"), record="data/weights/weight_2")
  }
  "3" = torch.nn.Module {
    weight = parameter(torch.bfloat16, (2, 8), (8, 1), device("cpu"), record="data/weights/weight_3")
    bias = parameter(torch.bfloat16, (2,), (1,), device("cpu"), record="data/weights/weight_4")
  }
}
weights "types_bf16_model.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["input"]), ("0",), ("1",), ("2",), ("3",)]
}
graph():
    %p_0_weight : [num_users=1] = placeholder[target=p_0_weight] {input_spec: ("parameter", "0.weight"), val: tensor(torch.bfloat16, (8, 4), (4, 1), device("cpu"), requires_grad=True)}
    %p_0_bias : [num_users=1] = placeholder[target=p_0_bias] {input_spec: ("parameter", "0.bias"), val: tensor(torch.bfloat16, (8,), (1,), device("cpu"), requires_grad=True)}
    %p_1_weight : [num_users=1] = placeholder[target=p_1_weight] {input_spec: ("parameter", "1.weight"), val: tensor(torch.bfloat16, (8,), (1,), device("cpu"), requires_grad=True)}
    %p_3_weight : [num_users=1] = placeholder[target=p_3_weight] {input_spec: ("parameter", "3.weight"), val: tensor(torch.bfloat16, (2, 8), (8, 1), device("cpu"), requires_grad=True)}
    %p_3_bias : [num_users=1] = placeholder[target=p_3_bias] {input_spec: ("parameter", "3.bias"), val: tensor(torch.bfloat16, (2,), (1,), device("cpu"), requires_grad=True)}
    %input : [num_users=1] = placeholder[target=input] {input_spec: ("user_input",), val: tensor(torch.bfloat16, (2, 4), (4, 1), device("cpu"))}
    %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%input, %p_0_weight, %p_0_bias), kwargs = {}) {val: tensor(torch.bfloat16, (2, 8), (8, 1), device("cpu"))}
    %rms_norm : [num_users=1] = call_function[target=torch.ops.aten.rms_norm.default](args = (%linear, [8], %p_1_weight), kwargs = {}) {val: tensor(torch.bfloat16, (2, 8), (8, 1), device("cpu"))}
    %silu : [num_users=1] = call_function[target=torch.ops.aten.silu.default](args = (%rms_norm,), kwargs = {}) {val: tensor(torch.bfloat16, (2, 8), (8, 1), device("cpu"))}
    %linear_1 : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%silu, %p_3_weight, %p_3_bias), kwargs = {}) {val: tensor(torch.bfloat16, (2, 2), (2, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%linear_1,),), kwargs = {}) {output_specs: (("user_output",),)}
