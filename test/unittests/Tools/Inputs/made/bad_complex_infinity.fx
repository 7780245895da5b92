fx 1
module {
}
weights "bad_complex_infinity.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["z"])]
}
graph():
    %z : [num_users=1] = placeholder[target=z] {input_spec: ("user_input",), val: tensor(torch.complex64, (2,), (1,), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%z, complex(0.5, -inf)), kwargs = {}) {val: tensor(torch.complex64, (2,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%mul,),), kwargs = {}) {output_specs: (("user_output",),)}
