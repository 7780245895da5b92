fx 1
module {
}
weights "dyn_sym_float_scale.pt2"
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  range_constraints = {"s27": (2, 32)}
  symbolics = {"s27": ("Symbol('s27', positive=True, integer=True)", "int", 6), "Max(4, s27)": ("Max(Integer(4), Symbol('s27', positive=True, integer=True))", "int", 6), "ToFloat(s27)": ("ToFloat(Symbol('s27', positive=True, integer=True))", "float", 6.0), "FloatPow(ToFloat(s27), -0.5)": ("FloatPow(ToFloat(Symbol('s27', positive=True, integer=True)), Float('-0.5', precision=53))", "float", 0.408248290463863), "IntTrueDiv(1, s27)": ("IntTrueDiv(Integer(1), Symbol('s27', positive=True, integer=True))", "float", 0.16666666666666666), "0.5*ToFloat(s27)": ("Mul(Float('0.5', precision=53), ToFloat(Symbol('s27', positive=True, integer=True)))", "float", 3.0)}
  module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]", "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}, {\"type\": null, \"context\": null, \"children_spec\": []}]}]", ["x"])]
}
graph():
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, sym("s27")), (sym("s27"), 1), device("cpu"))}
    %sym_size_int_1 : [num_users=3] = call_function[target=torch.ops.aten.sym_size.int](args = (%x, 1), kwargs = {}) {val: sym("s27")}
    %sym_float : [num_users=2] = call_function[target=torch.sym_float](args = (%sym_size_int_1,), kwargs = {}) {val: sym("ToFloat(s27)")}
    %pow_1 : [num_users=1] = call_function[target=operator.pow](args = (%sym_float, -0.5), kwargs = {}) {val: sym("FloatPow(ToFloat(s27), -0.5)")}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %pow_1), kwargs = {}) {val: tensor(torch.float32, (2, sym("s27")), (sym("s27"), 1), device("cpu"))}
    %truediv : [num_users=1] = call_function[target=operator.truediv](args = (1, %sym_size_int_1), kwargs = {}) {val: sym("IntTrueDiv(1, s27)")}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%mul, %truediv), kwargs = {}) {val: tensor(torch.float32, (2, sym("s27")), (sym("s27"), 1), device("cpu"))}
    %mul_1 : [num_users=1] = call_function[target=operator.mul](args = (%sym_float, 0.5), kwargs = {}) {val: sym("0.5*ToFloat(s27)")}
    %sym_max : [num_users=1] = call_function[target=torch.sym_max](args = (%sym_size_int_1, 4), kwargs = {}) {val: sym("Max(4, s27)")}
    %output : [num_users=0] = output[target=output](args = ((%add, %mul_1, %sym_max),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",))}
