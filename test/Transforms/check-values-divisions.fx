// A size of -1 is a quotient, of which guards say that nothing is left over: PyTorch 2.13 writes
// it in other ways, which are the same in the example. Others are wrong.
// RUN: split-file %s %t
// RUN: fx-opt %t/right.fx --check-values -o /dev/null
// RUN: not fx-opt %t/wrong.fx --check-values -o /dev/null 2>&1 | FileCheck %s
// CHECK: error: the value of %reshape is wrong: its sizes are
//--- right.fx
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  range_constraints = {"s77": (2, None), "s27": (2, None), "s17": (2, None)}
  symbolics = {"s77": ("Symbol('s77', positive=True, integer=True)", "int", 4), "s27": ("Symbol('s27', positive=True, integer=True)", "int", 3), "s17": ("Symbol('s17', positive=True, integer=True)", "int", 4), "((3*s17)//s77)": ("FloorDiv(Mul(Integer(3), Symbol('s17', positive=True, integer=True)), Symbol('s77', positive=True, integer=True))", "int", 3), "((3*s17)//(((3*s17)//s77)))": ("FloorDiv(Mul(Integer(3), Symbol('s17', positive=True, integer=True)), FloorDiv(Mul(Integer(3), Symbol('s17', positive=True, integer=True)), Symbol('s77', positive=True, integer=True)))", "int", 4)}
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("s77"), sym("s27")), (sym("s27"), 1), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("s17"), 3), (3, 1), device("cpu"))}
    %sym_size_int_1 : [num_users=1] = call_function[target=torch.ops.aten.sym_size.int](args = (%x, 0), kwargs = {}) {val: sym("s77")}
    %reshape : [num_users=1] = call_function[target=torch.ops.aten.reshape.default](args = (%y, [-1, %sym_size_int_1]), kwargs = {}) {val: tensor(torch.float32, (sym("((3*s17)//s77)"), sym("((3*s17)//(((3*s17)//s77)))")), (sym("((3*s17)//(((3*s17)//s77)))"), 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%reshape,),), kwargs = {}) {output_specs: (("user_output",),)}

//--- wrong.fx
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  range_constraints = {"s77": (2, None), "s27": (2, None), "s17": (2, None)}
  symbolics = {"s77": ("Symbol('s77', positive=True, integer=True)", "int", 5), "s27": ("Symbol('s27', positive=True, integer=True)", "int", 3), "s17": ("Symbol('s17', positive=True, integer=True)", "int", 4), "((3*s17)//s77)": ("FloorDiv(Mul(Integer(3), Symbol('s17', positive=True, integer=True)), Symbol('s77', positive=True, integer=True))", "int", 3), "((3*s17)//(((3*s17)//s77)))": ("FloorDiv(Mul(Integer(3), Symbol('s17', positive=True, integer=True)), FloorDiv(Mul(Integer(3), Symbol('s17', positive=True, integer=True)), Symbol('s77', positive=True, integer=True)))", "int", 4)}
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("s77"), sym("s27")), (sym("s27"), 1), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("s17"), 3), (3, 1), device("cpu"))}
    %sym_size_int_1 : [num_users=1] = call_function[target=torch.ops.aten.sym_size.int](args = (%x, 0), kwargs = {}) {val: sym("s77")}
    %reshape : [num_users=1] = call_function[target=torch.ops.aten.reshape.default](args = (%y, [-1, %sym_size_int_1]), kwargs = {}) {val: tensor(torch.float32, (sym("((3*s17)//s77)"), sym("((3*s17)//(((3*s17)//s77)))")), (sym("((3*s17)//(((3*s17)//s77)))"), 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%reshape,),), kwargs = {}) {output_specs: (("user_output",),)}
