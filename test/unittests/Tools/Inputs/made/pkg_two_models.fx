fx 1
module {
  "0" = torch.nn.Module {
    weight = parameter(torch.float32, (2, 3), (3, 1), device("cpu"), record="data/weights/weight_0")
    bias = parameter(torch.float32, (2,), (1,), device("cpu"), record="data/weights/weight_1")
  }
}
weights "pkg_two_models.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["input"]), ("0",), ("1",)]
}
graph():
    %p_0_weight : [num_users=1] = placeholder[target=p_0_weight] {input_spec: ("parameter", "0.weight"), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"), requires_grad=True)}
    %p_0_bias : [num_users=1] = placeholder[target=p_0_bias] {input_spec: ("parameter", "0.bias"), val: tensor(torch.float32, (2,), (1,), device("cpu"), requires_grad=True)}
    %input : [num_users=1] = placeholder[target=input] {input_spec: ("user_input",), val: tensor(torch.float32, (1, 3), (3, 1), device("cpu"))}
    %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%input, %p_0_weight, %p_0_bias), kwargs = {}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%linear,), kwargs = {}) {val: tensor(torch.float32, (1, 2), (2, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%relu,),), kwargs = {}) {output_specs: (("user_output",),)}
fx 1
module other {
  "0" = torch.nn.Module {
    weight = parameter(torch.float32, (2, 1, 3), (3, 3, 1), device("cpu"), record="data/weights/weight_2")
    bias = parameter(torch.float32, (2,), (1,), device("cpu"), record="data/weights/weight_3")
  }
  "1" = torch.nn.Module {
    weight = parameter(torch.float32, (2,), (1,), device("cpu"), record="data/weights/weight_4")
    bias = parameter(torch.float32, (2,), (1,), device("cpu"), record="data/weights/weight_5")
    running_mean = buffer(torch.float32, (2,), (1,), device("cpu"), record="data/weights/weight_6")
    running_var = buffer(torch.float32, (2,), (1,), device("cpu"), record="data/weights/weight_7")
    num_batches_tracked = buffer(torch.int64, (), (), device("cpu"), record="data/weights/weight_8")
  }
}
weights "pkg_two_models.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["ATEN"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["input"]), ("0",), ("1",)]
}
graph():
    %p_0_weight : [num_users=1] = placeholder[target=p_0_weight] {input_spec: ("parameter", "0.weight"), val: tensor(torch.float32, (2, 1, 3), (3, 3, 1), device("cpu"), requires_grad=True)}
    %p_0_bias : [num_users=1] = placeholder[target=p_0_bias] {input_spec: ("parameter", "0.bias"), val: tensor(torch.float32, (2,), (1,), device("cpu"), requires_grad=True)}
    %p_1_weight : [num_users=1] = placeholder[target=p_1_weight] {input_spec: ("parameter", "1.weight"), val: tensor(torch.float32, (2,), (1,), device("cpu"), requires_grad=True)}
    %p_1_bias : [num_users=1] = placeholder[target=p_1_bias] {input_spec: ("parameter", "1.bias"), val: tensor(torch.float32, (2,), (1,), device("cpu"), requires_grad=True)}
    %b_1_running_mean : [num_users=1] = placeholder[target=b_1_running_mean] {input_spec: ("buffer", "1.running_mean"), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %b_1_running_var : [num_users=1] = placeholder[target=b_1_running_var] {input_spec: ("buffer", "1.running_var"), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %b_1_num_batches_tracked : [num_users=0] = placeholder[target=b_1_num_batches_tracked] {input_spec: ("buffer", "1.num_batches_tracked"), val: tensor(torch.int64, (), (), device("cpu"))}
    %input : [num_users=1] = placeholder[target=input] {input_spec: ("user_input",), val: tensor(torch.float32, (1, 1, 8), (8, 8, 1), device("cpu"))}
    %convolution : [num_users=1] = call_function[target=torch.ops.aten.convolution.default](args = (%input, %p_0_weight, %p_0_bias, [1], [0], [1], False, [0], 1), kwargs = {}) {val: tensor(torch.float32, (1, 2, 6), (12, 6, 1), device("cpu"))}
    %_native_batch_norm_legit_no_training : [num_users=3] = call_function[target=torch.ops.aten._native_batch_norm_legit_no_training.default](args = (%convolution, %p_1_weight, %p_1_bias, %b_1_running_mean, %b_1_running_var, 0.1, 1e-05), kwargs = {}) {val: (tensor(torch.float32, (1, 2, 6), (12, 6, 1), device("cpu")), tensor(torch.float32, (0,), (1,), device("cpu")), tensor(torch.float32, (0,), (1,), device("cpu")))}
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_no_training, 0), kwargs = {}) {val: tensor(torch.float32, (1, 2, 6), (12, 6, 1), device("cpu"))}
    %_native_batch_norm_legit_no_training_unused_1 : [num_users=0] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_no_training, 1), kwargs = {}) {val: tensor(torch.float32, (0,), (1,), device("cpu"))}
    %_native_batch_norm_legit_no_training_unused_2 : [num_users=0] = call_function[target=operator.getitem](args = (%_native_batch_norm_legit_no_training, 2), kwargs = {}) {val: tensor(torch.float32, (0,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%getitem,),), kwargs = {}) {output_specs: (("user_output",),)}
