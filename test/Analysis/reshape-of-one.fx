// A size that a guard has as one is one for reshape: what PyTorch makes a view of, is one,
// and decomposes as such.
// RUN: fx-opt %s --check-values --print-format=none --stats 2>&1 | FileCheck %s --check-prefix=VALUES
// RUN: fx-opt %s --decompose | FileCheck %s
// VALUES: 3 num-equal
// VALUES: 0 num-different
// CHECK: torch.ops.aten.view.default](args = (%slice_1, [%half, %sym_size_int]

fx 1
module {
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  range_constraints = {"s17": (2, None), "s94": (2, None)}
  symbolics = {"s17": ("Symbol('s17', positive=True, integer=True)", "int", 6), "s94": ("Symbol('s94', positive=True, integer=True)", "int", 3), "(s94//2)": ("FloorDiv(Symbol('s94', positive=True, integer=True), Integer(2))", "int", 1), "(s17//((s94//2)))": ("FloorDiv(Symbol('s17', positive=True, integer=True), FloorDiv(Symbol('s94', positive=True, integer=True), Integer(2)))", "int", 6), "s94*((s17//((s94//2))))": ("Mul(Symbol('s94', positive=True, integer=True), FloorDiv(Symbol('s17', positive=True, integer=True), FloorDiv(Symbol('s94', positive=True, integer=True), Integer(2))))", "int", 18)}
  guards_code = ["(L['y'].size()[1] // 2) == 1"]
}
graph():
    %y : [num_users=2] = placeholder[target=y] {input_spec: ("user_input",), val: tensor(torch.float64, (sym("s17"), sym("s94")), (sym("s94"), 1), device("cpu"))}
    %half : [num_users=1] = placeholder[target=half] {input_spec: ("user_input",), val: sym("(s94//2)")}
    %sym_size_int : [num_users=1] = call_function[target=torch.ops.aten.sym_size.int](args = (%y, 0), kwargs = {}) {val: sym("s17")}
    %slice_1 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%y, 1, 0, %half), kwargs = {}) {val: tensor(torch.float64, (sym("s17"), sym("(s94//2)")), (sym("s94"), 1), device("cpu"))}
    %reshape : [num_users=1] = call_function[target=torch.ops.aten.reshape.default](args = (%slice_1, [-1, %sym_size_int]), kwargs = {}) {val: tensor(torch.float64, (sym("(s94//2)"), sym("(s17//((s94//2)))")), (sym("s94*((s17//((s94//2))))"), sym("s94")), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%reshape,),), kwargs = {}) {output_specs: (("user_output",),)}
