fx 1
module {
}
weights "types_special_floats.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x"])]
}
graph():
    %x : [num_users=16] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %gt : [num_users=1] = call_function[target=torch.ops.aten.gt.Scalar](args = (%x, 0), kwargs = {}) {val: tensor(torch.bool, (3,), (1,), device("cpu"))}
    %masked_fill : [num_users=1] = call_function[target=torch.ops.aten.masked_fill.Scalar](args = (%x, %gt, -inf), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %full : [num_users=1] = call_function[target=torch.ops.aten.full.default](args = ([2], nan), kwargs = {device: device("cpu"), pin_memory: False}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, inf), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %clamp : [num_users=1] = call_function[target=torch.ops.aten.clamp.default](args = (%x, -1e-45, 1e+38), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, 1), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %mul_1 : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, 1.0), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %mul_2 : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, -0.0), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %add_1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, 1e-05), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %add_2 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, 0.1), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %add_3 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, 123456789.125), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %add_4 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, 2), kwargs = {alpha: 3}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %nan_to_num : [num_users=1] = call_function[target=torch.ops.aten.nan_to_num.default](args = (%x, 0.0, None, -1e+30), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %pow_1 : [num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar](args = (%x, 2), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %pow_2 : [num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar](args = (%x, 0.5), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %pow_3 : [num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar](args = (%x, 3), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %reciprocal : [num_users=1] = call_function[target=torch.ops.aten.reciprocal.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %mul_3 : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%reciprocal, 1), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%masked_fill, %full, %add, %clamp, %mul, %mul_1, %mul_2, %add_1, %add_2, %add_3, %add_4, %nan_to_num, %pow_1, %pow_2, %pow_3, %mul_3),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",))}
