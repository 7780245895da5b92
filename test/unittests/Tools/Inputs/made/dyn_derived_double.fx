fx 1
module {
}
weights "dyn_derived_double.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  range_constraints = {"2*s17": (4, 64), "s17": (2, 32)}
  symbolics = {"2*s17": ("Mul(Integer(2), Symbol('s17', positive=True, integer=True))", "int", 8), "s17": ("Symbol('s17', positive=True, integer=True)", "int", 4)}
  guards_code = ["(L['x'].size()[0] % 2) == 0", "(L['x'].size()[0] // 2) == L['y'].size()[0]", "((1 + L['x'].size()[0]) // 2) == L['y'].size()[0]", "L['x'].size()[0] == (2*L['y'].size()[0])"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x", "y"])]
}
graph():
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("2*s17"),), (1,), device("cpu"))}
    %y : [num_users=2] = placeholder[target=y] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("s17"),), (1,), device("cpu"))}
    %reshape : [num_users=1] = call_function[target=torch.ops.aten.reshape.default](args = (%x, [-1, 2]), kwargs = {}) {val: tensor(torch.float32, (sym("s17"), 2), (2, 1), device("cpu"))}
    %sum_1 : [num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList](args = (%reshape, [1]), kwargs = {}) {val: tensor(torch.float32, (sym("s17"),), (1,), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%sum_1, %y), kwargs = {}) {val: tensor(torch.float32, (sym("s17"),), (1,), device("cpu"))}
    %slice_1 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%x, 0, 0, 9223372036854775807, 2), kwargs = {}) {val: tensor(torch.float32, (sym("s17"),), (2,), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%slice_1, %y), kwargs = {}) {val: tensor(torch.float32, (sym("s17"),), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%add, %mul),), kwargs = {}) {output_specs: (("user_output",), ("user_output",))}
