fx 1
module {
  h = parameter(torch.float16, (3,), (1,), device("cpu"), record="data/weights/weight_0")
  bf = buffer(torch.bfloat16, (3,), (1,), device("cpu"), record="data/weights/weight_1")
  mask = buffer(torch.bool, (3,), (1,), device("cpu"), record="data/weights/weight_2")
  d = buffer(torch.float64, (3,), (1,), device("cpu"), record="data/weights/weight_3")
  i8 = buffer(torch.int8, (2, 3), (3, 1), device("cpu"), record="data/weights/weight_4")
  u8 = buffer(torch.uint8, (3, 2), (2, 1), device("cpu"), record="data/weights/weight_5")
  f8 = buffer(torch.float8_e4m3fn, (4,), (1,), device("cpu"), record="data/weights/weight_6")
}
weights "types_weights.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x"])]
}
graph():
    %p_h : [num_users=2] = placeholder[target=p_h] {input_spec: ("parameter", "h"), val: tensor(torch.float16, (3,), (1,), device("cpu"), requires_grad=True)}
    %b_bf : [num_users=1] = placeholder[target=b_bf] {input_spec: ("buffer", "bf"), val: tensor(torch.bfloat16, (3,), (1,), device("cpu"))}
    %b_mask : [num_users=1] = placeholder[target=b_mask] {input_spec: ("buffer", "mask"), val: tensor(torch.bool, (3,), (1,), device("cpu"))}
    %b_d : [num_users=2] = placeholder[target=b_d] {input_spec: ("buffer", "d"), val: tensor(torch.float64, (3,), (1,), device("cpu"))}
    %b_i8 : [num_users=2] = placeholder[target=b_i8] {input_spec: ("buffer", "i8"), val: tensor(torch.int8, (2, 3), (3, 1), device("cpu"))}
    %b_u8 : [num_users=2] = placeholder[target=b_u8] {input_spec: ("buffer", "u8"), val: tensor(torch.uint8, (3, 2), (2, 1), device("cpu"))}
    %b_f8 : [num_users=2] = placeholder[target=b_f8] {input_spec: ("buffer", "f8"), val: tensor(torch.float8_e4m3fn, (4,), (1,), device("cpu"))}
    %x : [num_users=4] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %_assert_tensor_metadata_default : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x,), kwargs = {dtype: torch.float32, device: device("cpu"), layout: torch.strided})
    %to : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%x, torch.bfloat16), kwargs = {}) {val: tensor(torch.bfloat16, (3,), (1,), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%to, %b_bf), kwargs = {}) {val: tensor(torch.bfloat16, (3,), (1,), device("cpu"))}
    %_assert_tensor_metadata_default_1 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%p_h,), kwargs = {dtype: torch.float16, device: device("cpu"), layout: torch.strided})
    %to_1 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%p_h, torch.bfloat16), kwargs = {}) {val: tensor(torch.bfloat16, (3,), (1,), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%mul, %to_1), kwargs = {}) {val: tensor(torch.bfloat16, (3,), (1,), device("cpu"))}
    %_assert_tensor_metadata_default_2 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%b_d,), kwargs = {dtype: torch.float64, device: device("cpu"), layout: torch.strided})
    %to_2 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%b_d, torch.float32), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %mul_1 : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %to_2), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %where : [num_users=1] = call_function[target=torch.ops.aten.where.self](args = (%b_mask, %x, %mul_1), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %_assert_tensor_metadata_default_3 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%b_i8,), kwargs = {dtype: torch.int8, device: device("cpu"), layout: torch.strided})
    %to_3 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%b_i8, torch.float32), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %_assert_tensor_metadata_default_4 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%b_u8,), kwargs = {dtype: torch.uint8, device: device("cpu"), layout: torch.strided})
    %to_4 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%b_u8, torch.float32), kwargs = {}) {val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %matmul : [num_users=1] = call_function[target=torch.ops.aten.matmul.default](args = (%to_3, %to_4), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %_assert_tensor_metadata_default_5 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%b_f8,), kwargs = {dtype: torch.float8_e4m3fn, device: device("cpu"), layout: torch.strided})
    %to_5 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%b_f8, torch.float32), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%add, %where, %matmul, %to_5),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",), ("user_output",))}
