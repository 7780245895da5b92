fx 1
module {
  "0" = torch.nn.Module {
    weight = parameter(torch.float32, (8, 8, 4, 4), (128, 16, 4, 1), device("cpu"), record="data/weights/weight_0")
  }
  "1" = torch.nn.Module {
    weight = parameter(torch.float32, (8,), (1,), device("cpu"), record="data/weights/weight_1")
    bias = parameter(torch.float32, (8,), (1,), device("cpu"), record="data/weights/weight_2")
    running_mean = buffer(torch.float32, (8,), (1,), device("cpu"), record="data/weights/weight_8")
    running_var = buffer(torch.float32, (8,), (1,), device("cpu"), record="data/weights/weight_9")
    num_batches_tracked = buffer(torch.int64, (), (), device("cpu"), record="data/weights/weight_10")
  }
  "3" = torch.nn.Module {
    weight = parameter(torch.float32, (8, 6, 4, 4), (96, 16, 4, 1), device("cpu"), record="data/weights/weight_3")
  }
  "4" = torch.nn.Module {
    weight = parameter(torch.float32, (6,), (1,), device("cpu"), record="data/weights/weight_4")
    bias = parameter(torch.float32, (6,), (1,), device("cpu"), record="data/weights/weight_5")
    running_mean = buffer(torch.float32, (6,), (1,), device("cpu"), record="data/weights/weight_11")
    running_var = buffer(torch.float32, (6,), (1,), device("cpu"), record="data/weights/weight_12")
    num_batches_tracked = buffer(torch.int64, (), (), device("cpu"), record="data/weights/weight_13")
  }
  "6" = torch.nn.Module {
    weight = parameter(torch.float32, (6, 3, 4, 4), (48, 16, 4, 1), device("cpu"), record="data/weights/weight_6")
    bias = parameter(torch.float32, (3,), (1,), device("cpu"), record="data/weights/weight_7")
  }
}
weights "cnn_dcgan_generator.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["input"]), ("0",), ("1",), ("2",), ("3",), ("4",), ("5",), ("6",), ("7",)]
}
graph():
    %p_0_weight : [num_users=1] = placeholder[target=p_0_weight] {input_spec: ("parameter", "0.weight"), val: tensor(torch.float32, (8, 8, 4, 4), (128, 16, 4, 1), device("cpu"), requires_grad=True)}
    %p_1_weight : [num_users=1] = placeholder[target=p_1_weight] {input_spec: ("parameter", "1.weight"), val: tensor(torch.float32, (8,), (1,), device("cpu"), requires_grad=True)}
    %p_1_bias : [num_users=1] = placeholder[target=p_1_bias] {input_spec: ("parameter", "1.bias"), val: tensor(torch.float32, (8,), (1,), device("cpu"), requires_grad=True)}
    %p_3_weight : [num_users=1] = placeholder[target=p_3_weight] {input_spec: ("parameter", "3.weight"), val: tensor(torch.float32, (8, 6, 4, 4), (96, 16, 4, 1), device("cpu"), requires_grad=True)}
    %p_4_weight : [num_users=1] = placeholder[target=p_4_weight] {input_spec: ("parameter", "4.weight"), val: tensor(torch.float32, (6,), (1,), device("cpu"), requires_grad=True)}
    %p_4_bias : [num_users=1] = placeholder[target=p_4_bias] {input_spec: ("parameter", "4.bias"), val: tensor(torch.float32, (6,), (1,), device("cpu"), requires_grad=True)}
    %p_6_weight : [num_users=1] = placeholder[target=p_6_weight] {input_spec: ("parameter", "6.weight"), val: tensor(torch.float32, (6, 3, 4, 4), (48, 16, 4, 1), device("cpu"), requires_grad=True)}
    %p_6_bias : [num_users=1] = placeholder[target=p_6_bias] {input_spec: ("parameter", "6.bias"), val: tensor(torch.float32, (3,), (1,), device("cpu"), requires_grad=True)}
    %b_1_running_mean : [num_users=1] = placeholder[target=b_1_running_mean] {input_spec: ("buffer", "1.running_mean"), val: tensor(torch.float32, (8,), (1,), device("cpu"))}
    %b_1_running_var : [num_users=1] = placeholder[target=b_1_running_var] {input_spec: ("buffer", "1.running_var"), val: tensor(torch.float32, (8,), (1,), device("cpu"))}
    %b_1_num_batches_tracked : [num_users=0] = placeholder[target=b_1_num_batches_tracked] {input_spec: ("buffer", "1.num_batches_tracked"), val: tensor(torch.int64, (), (), device("cpu"))}
    %b_4_running_mean : [num_users=1] = placeholder[target=b_4_running_mean] {input_spec: ("buffer", "4.running_mean"), val: tensor(torch.float32, (6,), (1,), device("cpu"))}
    %b_4_running_var : [num_users=1] = placeholder[target=b_4_running_var] {input_spec: ("buffer", "4.running_var"), val: tensor(torch.float32, (6,), (1,), device("cpu"))}
    %b_4_num_batches_tracked : [num_users=0] = placeholder[target=b_4_num_batches_tracked] {input_spec: ("buffer", "4.num_batches_tracked"), val: tensor(torch.int64, (), (), device("cpu"))}
    %input : [num_users=1] = placeholder[target=input] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 8, 1, 1), (8, 1, 1, 1), device("cpu"))}
    %conv_transpose2d : [num_users=1] = call_function[target=torch.ops.aten.conv_transpose2d.input](args = (%input, %p_0_weight), kwargs = {}) {val: tensor(torch.float32, (2, 8, 4, 4), (128, 16, 4, 1), device("cpu"))}
    %batch_norm : [num_users=1] = call_function[target=torch.ops.aten.batch_norm.default](args = (%conv_transpose2d, %p_1_weight, %p_1_bias, %b_1_running_mean, %b_1_running_var, False, 0.1, 1e-05, False), kwargs = {}) {val: tensor(torch.float32, (2, 8, 4, 4), (128, 16, 4, 1), device("cpu"))}
    %relu_ : [num_users=1] = call_function[target=torch.ops.aten.relu_.default](args = (%batch_norm,), kwargs = {}) {val: tensor(torch.float32, (2, 8, 4, 4), (128, 16, 4, 1), device("cpu"))}
    %conv_transpose2d_1 : [num_users=1] = call_function[target=torch.ops.aten.conv_transpose2d.input](args = (%relu_, %p_3_weight, None, [2, 2], [1, 1]), kwargs = {}) {val: tensor(torch.float32, (2, 6, 8, 8), (384, 64, 8, 1), device("cpu"))}
    %batch_norm_1 : [num_users=1] = call_function[target=torch.ops.aten.batch_norm.default](args = (%conv_transpose2d_1, %p_4_weight, %p_4_bias, %b_4_running_mean, %b_4_running_var, False, 0.1, 1e-05, False), kwargs = {}) {val: tensor(torch.float32, (2, 6, 8, 8), (384, 64, 8, 1), device("cpu"))}
    %relu__1 : [num_users=1] = call_function[target=torch.ops.aten.relu_.default](args = (%batch_norm_1,), kwargs = {}) {val: tensor(torch.float32, (2, 6, 8, 8), (384, 64, 8, 1), device("cpu"))}
    %conv_transpose2d_2 : [num_users=1] = call_function[target=torch.ops.aten.conv_transpose2d.input](args = (%relu__1, %p_6_weight, %p_6_bias, [2, 2], [1, 1]), kwargs = {}) {val: tensor(torch.float32, (2, 3, 16, 16), (768, 256, 16, 1), device("cpu"))}
    %tanh : [num_users=1] = call_function[target=torch.ops.aten.tanh.default](args = (%conv_transpose2d_2,), kwargs = {}) {val: tensor(torch.float32, (2, 3, 16, 16), (768, 256, 16, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%tanh,),), kwargs = {}) {output_specs: (("user_output",),)}
