fx 1
module {
}
weights "dyn_symbols_in_output.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  range_constraints = {"s77": (0, None), "s27": (0, 100)}
  symbolics = {"s77": ("Symbol('s77', positive=True, integer=True)", "int", 4), "s27": ("Symbol('s27', positive=True, integer=True)", "int", 6), "s27*s77": ("Mul(Symbol('s27', positive=True, integer=True), Symbol('s77', positive=True, integer=True))", "int", 24), "s77 + 1": ("Add(Symbol('s77', positive=True, integer=True), Integer(1))", "int", 5), "(Mod(s27, 3)) + 2": ("Add(Mod(Symbol('s27', positive=True, integer=True), Integer(3)), Integer(2))", "int", 2), "2*s27": ("Mul(Integer(2), Symbol('s27', positive=True, integer=True))", "int", 12), "2*s27 + 1": ("Add(Mul(Integer(2), Symbol('s27', positive=True, integer=True)), Integer(1))", "int", 13), "s27 + s77": ("Add(Symbol('s27', positive=True, integer=True), Symbol('s77', positive=True, integer=True))", "int", 10), "((s27 + s77)//2)": ("FloorDiv(Add(Symbol('s27', positive=True, integer=True), Symbol('s77', positive=True, integer=True)), Integer(2))", "int", 5), "Mod(s27, 3)": ("Mod(Symbol('s27', positive=True, integer=True), Integer(3))", "int", 0)}
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x", "y"])]
}
graph():
    %x : [num_users=4] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("s77"), sym("s27")), (sym("s27"), 1), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {input_spec: ("user_input",), val: tensor(torch.float32, (1, 3), (3, 1), device("cpu"))}
    %sym_size_int_2 : [num_users=5] = call_function[target=torch.ops.aten.sym_size.int](args = (%x, 0), kwargs = {}) {val: sym("s77")}
    %sym_size_int_3 : [num_users=4] = call_function[target=torch.ops.aten.sym_size.int](args = (%x, 1), kwargs = {}) {val: sym("s27")}
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%sym_size_int_2, %sym_size_int_3), kwargs = {}) {val: sym("s27*s77")}
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%x, [%mul]), kwargs = {}) {val: tensor(torch.float32, (sym("s27*s77"),), (1,), device("cpu"))}
    %mul_1 : [num_users=1] = call_function[target=operator.mul](args = (%sym_size_int_3, 2), kwargs = {}) {val: sym("2*s27")}
    %add : [num_users=1] = call_function[target=operator.add](args = (%mul_1, 1), kwargs = {}) {val: sym("2*s27 + 1")}
    %add_1 : [num_users=1] = call_function[target=operator.add](args = (%sym_size_int_2, %sym_size_int_3), kwargs = {}) {val: sym("s27 + s77")}
    %floordiv : [num_users=1] = call_function[target=operator.floordiv](args = (%add_1, 2), kwargs = {}) {val: sym("((s27 + s77)//2)")}
    %add_2 : [num_users=1] = call_function[target=operator.add](args = (%sym_size_int_2, 1), kwargs = {}) {val: sym("s77 + 1")}
    %mod : [num_users=1] = call_function[target=operator.mod](args = (%sym_size_int_3, 3), kwargs = {}) {val: sym("Mod(s27, 3)")}
    %add_3 : [num_users=1] = call_function[target=operator.add](args = (%mod, 2), kwargs = {}) {val: sym("(Mod(s27, 3)) + 2")}
    %new_zeros : [num_users=1] = call_function[target=torch.ops.aten.new_zeros.default](args = (%x, [%add_2, %add_3]), kwargs = {pin_memory: False}) {val: tensor(torch.float32, (sym("s77 + 1"), sym("(Mod(s27, 3)) + 2")), (sym("(Mod(s27, 3)) + 2"), 1), device("cpu"))}
    %expand : [num_users=1] = call_function[target=torch.ops.aten.expand.default](args = (%y, [%sym_size_int_2, -1]), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), 3), (0, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%view, %sym_size_int_2, %add, %floordiv, %new_zeros, %expand),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",))}
