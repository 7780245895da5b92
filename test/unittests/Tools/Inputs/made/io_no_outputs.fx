fx 1
module {
  seen = buffer(torch.float32, (2,), (1,), device("cpu"), record="data/weights/weight_0")
}
weights "io_no_outputs.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["x"])]
}
graph():
    %b_seen : [num_users=1] = placeholder[target=b_seen] {input_spec: ("buffer", "seen"), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %copy_ : [num_users=0] = call_function[target=torch.ops.aten.copy_.default](args = (%b_seen, %x), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((None,),), kwargs = {}) {output_specs: (("user_output",),)}
