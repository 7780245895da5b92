fx 1
module {
  conv = torch.nn.Module {
    weight = parameter(torch.float32, (2, 1, 3, 3), (9, 9, 3, 1), device("cpu"), record="data/weights/weight_0")
    bias = parameter(torch.float32, (2,), (1,), device("cpu"), record="data/weights/weight_1")
  }
  bn = torch.nn.Module {
    weight = parameter(torch.float32, (2,), (1,), device("cpu"), record="data/weights/weight_2")
    bias = parameter(torch.float32, (2,), (1,), device("cpu"), record="data/weights/weight_3")
    running_mean = buffer(torch.float32, (2,), (1,), device("cpu"), record="data/weights/weight_4")
    running_var = buffer(torch.float32, (2,), (1,), device("cpu"), record="data/weights/weight_5")
    num_batches_tracked = buffer(torch.int64, (), (), device("cpu"), record="data/weights/weight_6")
  }
}
weights "opt_targets_cnn.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x"]), ("conv",), ("bn",)]
}
graph():
    %p_conv_weight : [num_users=2] = placeholder[target=p_conv_weight] {input_spec: ("parameter", "conv.weight"), val: tensor(torch.float32, (2, 1, 3, 3), (9, 9, 3, 1), device("cpu"), requires_grad=True)}
    %p_conv_bias : [num_users=2] = placeholder[target=p_conv_bias] {input_spec: ("parameter", "conv.bias"), val: tensor(torch.float32, (2,), (1,), device("cpu"), requires_grad=True)}
    %p_bn_weight : [num_users=2] = placeholder[target=p_bn_weight] {input_spec: ("parameter", "bn.weight"), val: tensor(torch.float32, (2,), (1,), device("cpu"), requires_grad=True)}
    %p_bn_bias : [num_users=2] = placeholder[target=p_bn_bias] {input_spec: ("parameter", "bn.bias"), val: tensor(torch.float32, (2,), (1,), device("cpu"), requires_grad=True)}
    %b_bn_running_mean : [num_users=2] = placeholder[target=b_bn_running_mean] {input_spec: ("buffer", "bn.running_mean"), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %b_bn_running_var : [num_users=2] = placeholder[target=b_bn_running_var] {input_spec: ("buffer", "bn.running_var"), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %b_bn_num_batches_tracked : [num_users=0] = placeholder[target=b_bn_num_batches_tracked] {input_spec: ("buffer", "bn.num_batches_tracked"), val: tensor(torch.int64, (), (), device("cpu"))}
    %x : [num_users=5] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (1, 1, 5, 5), (25, 25, 5, 1), device("cpu"))}
    %conv2d : [num_users=1] = call_function[target=torch.ops.aten.conv2d.default](args = (%x, %p_conv_weight, %p_conv_bias), kwargs = {}) {val: tensor(torch.float32, (1, 2, 3, 3), (18, 9, 3, 1), device("cpu"))}
    %batch_norm : [num_users=2] = call_function[target=torch.ops.aten.batch_norm.default](args = (%conv2d, %p_bn_weight, %p_bn_bias, %b_bn_running_mean, %b_bn_running_var, False, 0.1, 1e-05, False), kwargs = {}) {val: tensor(torch.float32, (1, 2, 3, 3), (18, 9, 3, 1), device("cpu"))}
    %conv2d_1 : [num_users=1] = call_function[target=torch.ops.aten.conv2d.default](args = (%x, %p_conv_weight, %p_conv_bias), kwargs = {}) {val: tensor(torch.float32, (1, 2, 3, 3), (18, 9, 3, 1), device("cpu"))}
    %batch_norm_1 : [num_users=1] = call_function[target=torch.ops.aten.batch_norm.default](args = (%conv2d_1, %p_bn_weight, %p_bn_bias, %b_bn_running_mean, %b_bn_running_var, False, 0.1, 1e-05, False), kwargs = {}) {val: tensor(torch.float32, (1, 2, 3, 3), (18, 9, 3, 1), device("cpu"))}
    %mean : [num_users=0] = call_function[target=torch.ops.aten.mean.default](args = (%batch_norm,), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%batch_norm,), kwargs = {}) {val: tensor(torch.float32, (1, 2, 3, 3), (18, 9, 3, 1), device("cpu"))}
    %relu_1 : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%relu,), kwargs = {}) {val: tensor(torch.float32, (1, 2, 3, 3), (18, 9, 3, 1), device("cpu"))}
    %permute : [num_users=1] = call_function[target=torch.ops.aten.permute.default](args = (%batch_norm_1, [0, 1, 2, 3]), kwargs = {}) {val: tensor(torch.float32, (1, 2, 3, 3), (18, 9, 3, 1), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%relu_1, %permute), kwargs = {}) {val: tensor(torch.float32, (1, 2, 3, 3), (18, 9, 3, 1), device("cpu"))}
    %cat : [num_users=1] = call_function[target=torch.ops.aten.cat.default](args = ([%x],), kwargs = {}) {val: tensor(torch.float32, (1, 1, 5, 5), (25, 25, 5, 1), device("cpu"))}
    %_assert_tensor_metadata_default : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x,), kwargs = {dtype: torch.float32, device: device("cpu"), layout: torch.strided})
    %to : [num_users=2] = call_function[target=torch.ops.aten.to.dtype](args = (%x, torch.float32), kwargs = {}) {val: tensor(torch.float32, (1, 1, 5, 5), (25, 25, 5, 1), device("cpu"))}
    %_assert_tensor_metadata_default_1 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%to,), kwargs = {dtype: torch.float32, device: device("cpu"), layout: torch.strided})
    %to_1 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%to, torch.float32), kwargs = {}) {val: tensor(torch.float32, (1, 1, 5, 5), (25, 25, 5, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%add, %cat, %to_1),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",))}
