fx 1
module {
}
weights "types_complex_fft.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x"])]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 8), (8, 1), device("cpu"))}
    %fft_rfft : [num_users=1] = call_function[target=torch.ops.aten.fft_rfft.default](args = (%x, 8, -1, "ortho"), kwargs = {}) {val: tensor(torch.complex64, (2, 5), (5, 1), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%fft_rfft, complex(1.5, -2.0)), kwargs = {}) {val: tensor(torch.complex64, (2, 5), (5, 1), device("cpu"))}
    %ones : [num_users=1] = call_function[target=torch.ops.aten.ones.default](args = ([5, 2],), kwargs = {device: device("cpu"), pin_memory: False}) {val: tensor(torch.float32, (5, 2), (2, 1), device("cpu"))}
    %view_as_complex : [num_users=1] = call_function[target=torch.ops.aten.view_as_complex.default](args = (%ones,), kwargs = {}) {val: tensor(torch.complex64, (5,), (1,), device("cpu"))}
    %add : [num_users=4] = call_function[target=torch.ops.aten.add.Tensor](args = (%mul, %view_as_complex), kwargs = {}) {val: tensor(torch.complex64, (2, 5), (5, 1), device("cpu"))}
    %fft_irfft : [num_users=1] = call_function[target=torch.ops.aten.fft_irfft.default](args = (%add, 8), kwargs = {}) {val: tensor(torch.float32, (2, 8), (8, 1), device("cpu"))}
    %abs_1 : [num_users=1] = call_function[target=torch.ops.aten.abs.default](args = (%add,), kwargs = {}) {val: tensor(torch.float32, (2, 5), (5, 1), device("cpu"))}
    %view_as_real : [num_users=1] = call_function[target=torch.ops.aten.view_as_real.default](args = (%add,), kwargs = {}) {val: tensor(torch.float32, (2, 5, 2), (10, 2, 1), device("cpu"))}
    %_conj : [num_users=1] = call_function[target=torch.ops.aten._conj.default](args = (%add,), kwargs = {}) {val: tensor(torch.complex64, (2, 5), (5, 1), device("cpu"))}
    %angle : [num_users=1] = call_function[target=torch.ops.aten.angle.default](args = (%_conj,), kwargs = {}) {val: tensor(torch.float32, (2, 5), (5, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%fft_irfft, %abs_1, %view_as_real, %angle),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",), ("user_output",))}
