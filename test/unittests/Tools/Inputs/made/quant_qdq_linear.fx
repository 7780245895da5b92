fx 1
module {
  w = buffer(torch.int8, (4, 3), (3, 1), device("cpu"), record="data/weights/weight_0")
  scales = buffer(torch.float64, (4,), (1,), device("cpu"), record="data/weights/weight_1")
  zeros = buffer(torch.int64, (4,), (1,), device("cpu"), record="data/weights/weight_2")
  b = buffer(torch.float32, (4,), (1,), device("cpu"), record="data/weights/weight_3")
}
weights "quant_qdq_linear.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["x"])]
}
graph():
    %b_w : [num_users=1] = placeholder[target=b_w] {input_spec: ("buffer", "w"), val: tensor(torch.int8, (4, 3), (3, 1), device("cpu"))}
    %b_scales : [num_users=1] = placeholder[target=b_scales] {input_spec: ("buffer", "scales"), val: tensor(torch.float64, (4,), (1,), device("cpu"))}
    %b_zeros : [num_users=1] = placeholder[target=b_zeros] {input_spec: ("buffer", "zeros"), val: tensor(torch.int64, (4,), (1,), device("cpu"))}
    %b_b : [num_users=1] = placeholder[target=b_b] {input_spec: ("buffer", "b"), val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %quantize_per_tensor : [num_users=1] = call_function[target=torch.ops.quantized_decomposed.quantize_per_tensor.default](args = (%x, 0.05, 3, -128, 127, torch.int8), kwargs = {}) {val: tensor(torch.int8, (2, 3), (3, 1), device("cpu"))}
    %dequantize_per_tensor : [num_users=1] = call_function[target=torch.ops.quantized_decomposed.dequantize_per_tensor.default](args = (%quantize_per_tensor, 0.05, 3, -128, 127, torch.int8), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %dequantize_per_channel : [num_users=1] = call_function[target=torch.ops.quantized_decomposed.dequantize_per_channel.default](args = (%b_w, %b_scales, %b_zeros, 0, -127, 127, torch.int8), kwargs = {}) {val: tensor(torch.float32, (4, 3), (3, 1), device("cpu"))}
    %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%dequantize_per_tensor, %dequantize_per_channel, %b_b), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%linear,), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %quantize_per_tensor_1 : [num_users=1] = call_function[target=torch.ops.quantized_decomposed.quantize_per_tensor.default](args = (%relu, 0.1, 0, 0, 255, torch.uint8), kwargs = {}) {val: tensor(torch.uint8, (2, 4), (4, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%quantize_per_tensor_1,),), kwargs = {}) {output_specs: (("user_output",),)}
