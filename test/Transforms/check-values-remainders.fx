// What fills a size up to a multiple of four, `(4 - t % 4) % 4`. PyTorch writes Mod where it sees
// that 4 - t % 4 is not negative, which is so with one symbol, but not with two; both are right.
// Another divisor is wrong.
//
// RUN: fx-opt %s --check-values -o /dev/null
// RUN: sed 's/(%%sub, 4)/(%%sub, 5)/' %s > %t.fx
// RUN: not fx-opt %t.fx --check-values -o /dev/null 2>&1 | FileCheck %s
// CHECK: error: the value of %mod_1 is wrong
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  range_constraints = {"s27": (2, None)}
  symbolics = {"s27": ("Symbol('s27', positive=True, integer=True)", "int", 6), "Mod(s27, 4)": ("Mod(Symbol('s27', positive=True, integer=True), Integer(4))", "int", 2), "4 - (Mod(s27, 4))": ("Add(Integer(4), Mul(Integer(-1), Mod(Symbol('s27', positive=True, integer=True), Integer(4))))", "int", 2), "Mod(4 - (Mod(s27, 4)), 4)": ("Mod(Add(Integer(4), Mul(Integer(-1), Mod(Symbol('s27', positive=True, integer=True), Integer(4)))), Integer(4))", "int", 2)}
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("s27"),), (1,), device("cpu"))}
    %sym_size_int : [num_users=1] = call_function[target=torch.ops.aten.sym_size.int](args = (%x, 0), kwargs = {}) {val: sym("s27")}
    %mod : [num_users=1] = call_function[target=operator.mod](args = (%sym_size_int, 4), kwargs = {}) {val: sym("Mod(s27, 4)")}
    %sub : [num_users=1] = call_function[target=operator.sub](args = (4, %mod), kwargs = {}) {val: sym("4 - (Mod(s27, 4))")}
    %mod_1 : [num_users=1] = call_function[target=operator.mod](args = (%sub, 4), kwargs = {}) {val: sym("Mod(4 - (Mod(s27, 4)), 4)")}
    %output : [num_users=0] = output[target=output](args = ((%mod_1,),), kwargs = {}) {output_specs: (("user_output",),)}
