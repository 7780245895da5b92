fx 1
module {
  p = parameter(torch.float32, (2, 3), (3, 1), device("cpu"), pickled=True, record="data/weights/weight_0")
}
weights "obj_subclass_weights.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["x"])]
}
graph():
    %p_p : [num_users=1] = placeholder[target=p_p] {input_spec: ("parameter", "p"), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"), requires_grad=True)}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %p_p), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%add,),), kwargs = {}) {output_specs: (("user_output",),)}
