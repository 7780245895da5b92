fx 1
module {
}
weights "dyn_int_input.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  range_constraints = {"s86": (2, None)}
  symbolics = {"3*s86": ("Mul(Integer(3), Symbol('s86', integer=True))", "int", 12), "2*s86": ("Mul(Integer(2), Symbol('s86', integer=True))", "int", 8), "s86": ("Symbol('s86', integer=True)", "int", 4), "s86 + 3": ("Add(Symbol('s86', integer=True), Integer(3))", "int", 7)}
  guards_code = ["L['n'] >= 0", "6*L['n'] >= 2", "(3*L['n']) != 1", "4*L['n'] >= 2", "L['n'] >= 2"]
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x", "n", "k"])]
}
graph():
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %n : [num_users=4] = placeholder[target=n] {input_spec: ("user_input",), val: sym("s86")}
    %k : [num_users=0] = placeholder[target=k] {input_spec: ("constant_input",), val: 3}
    %repeat : [num_users=1] = call_function[target=torch.ops.aten.repeat.default](args = (%x, [%n, 1]), kwargs = {}) {val: tensor(torch.float32, (sym("3*s86"), 2), (2, 1), device("cpu"))}
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%n, 2), kwargs = {}) {val: sym("2*s86")}
    %slice_1 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%repeat, 0, None, %mul), kwargs = {}) {val: tensor(torch.float32, (sym("2*s86"), 2), (2, 1), device("cpu"))}
    %add : [num_users=1] = call_function[target=operator.add](args = (%n, 3), kwargs = {}) {val: sym("s86 + 3")}
    %new_full : [num_users=1] = call_function[target=torch.ops.aten.new_full.default](args = (%x, [%n], 3), kwargs = {pin_memory: False}) {val: tensor(torch.float32, (sym("s86"),), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%slice_1, %add, %new_full),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",))}
