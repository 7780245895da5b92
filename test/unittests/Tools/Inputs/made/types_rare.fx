fx 1
module {
  i16 = buffer(torch.int16, (2,), (1,), device("cpu"), record="data/weights/weight_0")
  c128 = buffer(torch.complex128, (2,), (1,), device("cpu"), record="data/weights/weight_1")
  u32 = buffer(torch.uint32, (2,), (1,), device("cpu"), record="data/weights/weight_2")
}
weights "types_rare.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"collections.OrderedDict\", \"context\": \"[\\\"u16\\\", \\\"i16\\\", \\\"c32\\\", \\\"e8\\\", \\\"a\\\"]\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x", "u"])]
}
graph():
    %b_i16 : [num_users=1] = placeholder[target=b_i16] {input_spec: ("buffer", "i16"), val: tensor(torch.int16, (2,), (1,), device("cpu"))}
    %b_c128 : [num_users=1] = placeholder[target=b_c128] {input_spec: ("buffer", "c128"), val: tensor(torch.complex128, (2,), (1,), device("cpu"))}
    %b_u32 : [num_users=2] = placeholder[target=b_u32] {input_spec: ("buffer", "u32"), val: tensor(torch.uint32, (2,), (1,), device("cpu"))}
    %x : [num_users=5] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.complex64, (2,), (1,), device("cpu"))}
    %u : [num_users=5] = placeholder[target=u] {input_spec: ("user_input",), val: tensor(torch.int64, (2,), (1,), device("cpu"))}
    %_assert_tensor_metadata_default : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%u,), kwargs = {dtype: torch.int64, device: device("cpu"), layout: torch.strided})
    %to : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%u, torch.uint16), kwargs = {}) {val: tensor(torch.uint16, (2,), (1,), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%b_i16, 2), kwargs = {}) {val: tensor(torch.int16, (2,), (1,), device("cpu"))}
    %_assert_tensor_metadata_default_1 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x,), kwargs = {dtype: torch.complex64, device: device("cpu"), layout: torch.strided})
    %to_1 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%x, torch.complex32), kwargs = {}) {val: tensor(torch.complex32, (2,), (1,), device("cpu"))}
    %real : [num_users=1] = call_function[target=torch.ops.aten.real.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2,), (2,), device("cpu"))}
    %abs_1 : [num_users=1] = call_function[target=torch.ops.aten.abs.default](args = (%real,), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %add : [num_users=2] = call_function[target=torch.ops.aten.add.Tensor](args = (%abs_1, 1), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %_assert_tensor_metadata_default_2 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%add,), kwargs = {dtype: torch.float32, device: device("cpu"), layout: torch.strided})
    %to_2 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%add, torch.float8_e8m0fnu), kwargs = {}) {val: tensor(torch.float8_e8m0fnu, (2,), (1,), device("cpu"))}
    %_assert_tensor_metadata_default_3 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%u,), kwargs = {dtype: torch.int64, device: device("cpu"), layout: torch.strided})
    %to_3 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%u, torch.uint64), kwargs = {}) {val: tensor(torch.uint64, (2,), (1,), device("cpu"))}
    %real_1 : [num_users=1] = call_function[target=torch.ops.aten.real.default](args = (%b_c128,), kwargs = {}) {val: tensor(torch.float64, (2,), (2,), device("cpu"))}
    %_assert_tensor_metadata_default_4 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%b_u32,), kwargs = {dtype: torch.uint32, device: device("cpu"), layout: torch.strided})
    %to_4 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%b_u32, torch.int64), kwargs = {}) {val: tensor(torch.int64, (2,), (1,), device("cpu"))}
    %add_1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%to_4, %u), kwargs = {}) {val: tensor(torch.int64, (2,), (1,), device("cpu"))}
    %_assert_tensor_metadata_default_5 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x,), kwargs = {dtype: torch.complex64, device: device("cpu"), layout: torch.strided})
    %to_5 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%x, torch.complex128), kwargs = {}) {val: tensor(torch.complex128, (2,), (1,), device("cpu"))}
    %imag : [num_users=1] = call_function[target=torch.ops.aten.imag.default](args = (%to_5,), kwargs = {}) {val: tensor(torch.float64, (2,), (2,), device("cpu"), offset=1)}
    %output : [num_users=0] = output[target=output](args = ((%to, %mul, %to_1, %to_2, %to_3, %real_1, %add_1, %imag),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",))}
