fx 1
module {
}
weights "types_casts.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.list\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x"])]
}
graph():
    %x : [num_users=22] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %_assert_tensor_metadata_default : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x,), kwargs = {dtype: torch.float32, device: device("cpu"), layout: torch.strided})
    %to : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%x, torch.float16), kwargs = {}) {val: tensor(torch.float16, (3,), (1,), device("cpu"))}
    %_assert_tensor_metadata_default_1 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x,), kwargs = {dtype: torch.float32, device: device("cpu"), layout: torch.strided})
    %to_1 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%x, torch.bfloat16), kwargs = {}) {val: tensor(torch.bfloat16, (3,), (1,), device("cpu"))}
    %_assert_tensor_metadata_default_2 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x,), kwargs = {dtype: torch.float32, device: device("cpu"), layout: torch.strided})
    %to_2 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%x, torch.float64), kwargs = {}) {val: tensor(torch.float64, (3,), (1,), device("cpu"))}
    %_assert_tensor_metadata_default_3 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x,), kwargs = {dtype: torch.float32, device: device("cpu"), layout: torch.strided})
    %to_3 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%x, torch.int8), kwargs = {}) {val: tensor(torch.int8, (3,), (1,), device("cpu"))}
    %_assert_tensor_metadata_default_4 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x,), kwargs = {dtype: torch.float32, device: device("cpu"), layout: torch.strided})
    %to_4 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%x, torch.uint8), kwargs = {}) {val: tensor(torch.uint8, (3,), (1,), device("cpu"))}
    %_assert_tensor_metadata_default_5 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x,), kwargs = {dtype: torch.float32, device: device("cpu"), layout: torch.strided})
    %to_5 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%x, torch.int16), kwargs = {}) {val: tensor(torch.int16, (3,), (1,), device("cpu"))}
    %_assert_tensor_metadata_default_6 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x,), kwargs = {dtype: torch.float32, device: device("cpu"), layout: torch.strided})
    %to_6 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%x, torch.int32), kwargs = {}) {val: tensor(torch.int32, (3,), (1,), device("cpu"))}
    %_assert_tensor_metadata_default_7 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x,), kwargs = {dtype: torch.float32, device: device("cpu"), layout: torch.strided})
    %to_7 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%x, torch.int64), kwargs = {}) {val: tensor(torch.int64, (3,), (1,), device("cpu"))}
    %_assert_tensor_metadata_default_8 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x,), kwargs = {dtype: torch.float32, device: device("cpu"), layout: torch.strided})
    %to_8 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%x, torch.bool), kwargs = {}) {val: tensor(torch.bool, (3,), (1,), device("cpu"))}
    %_assert_tensor_metadata_default_9 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x,), kwargs = {dtype: torch.float32, device: device("cpu"), layout: torch.strided})
    %to_9 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%x, torch.float8_e4m3fn), kwargs = {}) {val: tensor(torch.float8_e4m3fn, (3,), (1,), device("cpu"))}
    %_assert_tensor_metadata_default_10 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x,), kwargs = {dtype: torch.float32, device: device("cpu"), layout: torch.strided})
    %to_10 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%x, torch.float8_e5m2), kwargs = {}) {val: tensor(torch.float8_e5m2, (3,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%to, %to_1, %to_2, %to_3, %to_4, %to_5, %to_6, %to_7, %to_8, %to_9, %to_10),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",))}
