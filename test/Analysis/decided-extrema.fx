// A symbol that is an integer of its own before it is a size is not positive for SymPy,
// but its range is: `Max(1, s16)` is `s16`, whichever of the two PyTorch has.
// RUN: not fx-opt %s --check-values --print-format=none --stats 2>&1 | FileCheck %s
// CHECK: 2 num-equal
// CHECK: 1 num-different

fx 1
module {
}
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0+cpu"
  verifiers = ["TRAINING"]
  range_constraints = {"s17": (2, None), "s16": (2, None)}
  symbolics = {"s17": ("Symbol('s17', positive=True, integer=True)", "int", 3), "s16": ("Symbol('s16', integer=True)", "int", 2), "Max(1, s16)": ("Max(Integer(1), Symbol('s16', integer=True))", "int", 2), "Max(3, s16)": ("Max(Integer(3), Symbol('s16', integer=True))", "int", 3)}
}
graph():
    %y : [num_users=4] = placeholder[target=y] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("s17"), sym("s16")), (sym("s16"), 1), device("cpu"))}
    %k : [num_users=0] = placeholder[target=k] {input_spec: ("user_input",), val: sym("s16")}
    %special_entr : [num_users=0] = call_function[target=torch.ops.aten.special_entr.default](args = (%y,), kwargs = {}) {val: tensor(torch.float32, (sym("s17"), sym("s16")), (sym("s16"), 1), device("cpu"))}
    %clone : [num_users=0] = call_function[target=torch.ops.aten.clone.default](args = (%y,), kwargs = {}) {val: tensor(torch.float32, (sym("s17"), sym("s16")), (sym("Max(1, s16)"), 1), device("cpu"))}
    %other : [num_users=0] = call_function[target=torch.ops.aten.special_entr.default](args = (%y,), kwargs = {}) {val: tensor(torch.float32, (sym("s17"), sym("s16")), (sym("Max(3, s16)"), 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%y,),), kwargs = {}) {output_specs: (("user_output",),)}
