fx 1
module {
  "größe" = torch.nn.Module {
    weight = parameter(torch.float32, (2, 2), (2, 1), device("cpu"), record="data/weights/weight_0")
    bias = parameter(torch.float32, (2,), (1,), device("cpu"), record="data/weights/weight_1")
  }
}
weights "pkg_extra_files_unicode.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.dict\", \"context\": \"[\\\"\\\\u043a\\\\u043b\\\\u044e\\\\u0447\\\", \\\"emoji \\\\ud83c\\\\udf89\\\"]\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["größe_x", "入力"]), ("größe",)]
}
graph():
    %p_gr__e_weight : [num_users=1] = placeholder[target=p_gr__e_weight] {input_spec: ("parameter", "größe.weight"), val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"), requires_grad=True)}
    %p_gr__e_bias : [num_users=1] = placeholder[target=p_gr__e_bias] {input_spec: ("parameter", "größe.bias"), val: tensor(torch.float32, (2,), (1,), device("cpu"), requires_grad=True)}
    %gr__e_x : [num_users=2] = placeholder[target=gr__e_x] {input_spec: ("user_input",), val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %__ : [num_users=1] = placeholder[target=__] {input_spec: ("user_input",), val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%gr__e_x, %p_gr__e_weight, %p_gr__e_bias), kwargs = {}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%linear, %__), kwargs = {}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%add, %gr__e_x),), kwargs = {}) {output_specs: (("user_output",), ("user_output",))}
