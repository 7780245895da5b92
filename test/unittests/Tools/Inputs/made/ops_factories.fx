fx 1
module {
  lifted_tensor_0 = constant(torch.float32, (2,), (1,), device("cpu"), record="data/constants/tensor_0")
}
weights "ops_factories.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x", "t"])]
}
graph():
    %c_lifted_tensor_0 : [num_users=1] = placeholder[target=c_lifted_tensor_0] {input_spec: ("tensor_constant", "lifted_tensor_0"), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %x : [num_users=8] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %t : [num_users=3] = placeholder[target=t] {input_spec: ("user_input",), val: tensor(torch.int64, (2,), (1,), device("cpu"))}
    %zeros : [num_users=1] = call_function[target=torch.ops.aten.zeros.default](args = ([2, 3],), kwargs = {dtype: torch.int32, device: device("cpu"), pin_memory: False}) {val: tensor(torch.int32, (2, 3), (3, 1), device("cpu"))}
    %empty_like : [num_users=1] = call_function[target=torch.ops.aten.empty_like.default](args = (%x,), kwargs = {pin_memory: False, memory_format: torch.preserve_format}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %fill_ : [num_users=1] = call_function[target=torch.ops.aten.fill_.Scalar](args = (%empty_like, 1), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %ones : [num_users=1] = call_function[target=torch.ops.aten.ones.default](args = ([2],), kwargs = {dtype: torch.float64, layout: torch.strided, device: device("cpu"), pin_memory: False}) {val: tensor(torch.float64, (2,), (1,), device("cpu"))}
    %_assert_tensor_metadata_default : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%x,), kwargs = {dtype: torch.float32, device: device("cpu"), layout: torch.strided})
    %to : [num_users=1] = call_function[target=torch.ops.aten.to.device](args = (%x, device("cpu"), torch.float64, False, True), kwargs = {}) {val: tensor(torch.float64, (2, 3), (3, 1), device("cpu"))}
    %eye : [num_users=1] = call_function[target=torch.ops.aten.eye.default](args = (3,), kwargs = {dtype: torch.bool, device: device("cpu"), pin_memory: False}) {val: tensor(torch.bool, (3, 3), (3, 1), device("cpu"))}
    %arange : [num_users=1] = call_function[target=torch.ops.aten.arange.start_step](args = (1, 2, 0.25), kwargs = {device: device("cpu"), pin_memory: False}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %gelu : [num_users=1] = call_function[target=torch.ops.aten.gelu.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %div : [num_users=1] = call_function[target=torch.ops.aten.div.Tensor_mode](args = (%x, 3), kwargs = {rounding_mode: "trunc"}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %log_softmax : [num_users=1] = call_function[target=torch.ops.aten.log_softmax.int](args = (%x, 1), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %ones_1 : [num_users=1] = call_function[target=torch.ops.aten.ones.default](args = ([3],), kwargs = {device: device("cpu"), pin_memory: False}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %nll_loss_nd : [num_users=1] = call_function[target=torch.ops.aten.nll_loss_nd.default](args = (%log_softmax, %t, %ones_1, 2), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %lift_fresh_copy : [num_users=1] = call_function[target=torch.ops.aten.lift_fresh_copy.default](args = (%c_lifted_tensor_0,), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %detach_ : [num_users=1] = call_function[target=torch.ops.aten.detach_.default](args = (%lift_fresh_copy,), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %searchsorted : [num_users=1] = call_function[target=torch.ops.aten.searchsorted.Tensor](args = (%detach_, %x), kwargs = {side: "right"}) {val: tensor(torch.int64, (2, 3), (3, 1), device("cpu"))}
    %_assert_tensor_metadata_default_1 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%t,), kwargs = {dtype: torch.int64, device: device("cpu"), layout: torch.strided})
    %to_1 : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%t, torch.float64), kwargs = {}) {val: tensor(torch.float64, (2,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%zeros, %fill_, %ones, %to, %x, %eye, %arange, %gelu, %div, %nll_loss_nd, %searchsorted, %to_1),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",))}
