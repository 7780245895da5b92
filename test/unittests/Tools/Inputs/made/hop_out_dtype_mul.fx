fx 1
module {
}
weights "hop_out_dtype_mul.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["x", "y"])]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.int8, (4,), (1,), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {input_spec: ("user_input",), val: tensor(torch.int8, (4,), (1,), device("cpu"))}
    %out_dtype : [num_users=1] = call_function[target=torch.ops.higher_order.out_dtype](args = (fn("torch.ops.aten.mul.Tensor"), torch.int32, %x, %y), kwargs = {}) {val: tensor(torch.int32, (4,), (1,), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%out_dtype, 1), kwargs = {}) {val: tensor(torch.int32, (4,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%add,),), kwargs = {}) {output_specs: (("user_output",),)}
