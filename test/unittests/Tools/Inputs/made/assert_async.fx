fx 1
module {
}
weights "assert_async.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  range_constraints = {"s77": (2, 4)}
  symbolics = {"s77": ("Symbol('s77', positive=True, integer=True)", "int", 4)}
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]", ["x"])]
}
graph():
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("s77"), 2), (2, 1), device("cpu"))}
    %gt : [num_users=1] = call_function[target=torch.ops.aten.gt.Scalar](args = (%x, -100), kwargs = {}) {val: tensor(torch.bool, (sym("s77"), 2), (2, 1), device("cpu"))}
    %all_1 : [num_users=1] = call_function[target=torch.ops.aten.all.default](args = (%gt,), kwargs = {}) {val: tensor(torch.bool, (), (), device("cpu"))}
    %_assert_async : [num_users=0] = call_function[target=torch.ops.aten._assert_async.msg](args = (%all_1, "values too small; \"quoted\"\nsecond line"), kwargs = {})
    %abs_1 : [num_users=1] = call_function[target=torch.ops.aten.abs.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), 2), (2, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%abs_1,),), kwargs = {}) {output_specs: (("user_output",),)}
