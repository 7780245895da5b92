// Of n and 4*n**2 the smaller is n, whatever n is: torch.export leaves some such Min, and decides others.
// RUN: fx-opt %s --check-values --print-format=none
// What is at most n and no product with it is not known.
// RUN: sed 's/Min(s74, 4[*]s74[*][*]2)/Min(s22, 4*s74**2)/; s/Min(Symbol(.s74[^)]*)/Min(Symbol('"'s22', positive=True, integer=True)"'/' %s > %t
// RUN: %exits 1 fx-opt %t --check-values 2>&1 | FileCheck %s
// CHECK: error: the value of %view is wrong: its strides are (sym("s74"), 1), not (sym("Min(s22, 4*s74**2)"), 1)
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  range_constraints = {"s22": (2, None), "s74": (2, None)}
  symbolics = {"s22": ("Symbol('s22', positive=True, integer=True)", "int", 2), "s74": ("Symbol('s74', positive=True, integer=True)", "int", 9), "s74**2": ("Pow(Symbol('s74', positive=True, integer=True), Integer(2))", "int", 81), "4*s74": ("Mul(Integer(4), Symbol('s74', positive=True, integer=True))", "int", 36), "4*s74**2": ("Mul(Integer(4), Pow(Symbol('s74', positive=True, integer=True), Integer(2)))", "int", 324), "4*s22*s74": ("Mul(Integer(4), Symbol('s22', positive=True, integer=True), Symbol('s74', positive=True, integer=True))", "int", 72), "Min(s74, 4*s74**2)": ("Min(Symbol('s74', positive=True, integer=True), Mul(Integer(4), Pow(Symbol('s74', positive=True, integer=True), Integer(2))))", "int", 9)}
  guards_code = ["((4*L['r'].size()[0]*L['r'].size()[1]) % (4*L['r'].size()[0]*L['r'].size()[2])) == 0", "(4*L['r'].size()[0]*L['r'].size()[1]) == (4*L['r'].size()[0]*L['r'].size()[2])", "min(L['r'].size()[2], 4*L['r'].size()[2]*L['r'].size()[2]) == L['r'].size()[2]"]
}
graph():
    %x : [num_users=0] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %r : [num_users=2] = placeholder[target=r] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("s22"), sym("s74"), sym("s74")), (sym("s74**2"), sym("s74"), 1), device("cpu"))}
    %sym_size_int_3 : [num_users=1] = call_function[target=torch.ops.aten.sym_size.int](args = (%r, 2), kwargs = {}) {val: sym("s74")}
    %repeat : [num_users=1] = call_function[target=torch.ops.aten.repeat.default](args = (%r, [1, 4, 1]), kwargs = {}) {val: tensor(torch.float32, (sym("s22"), sym("4*s74"), sym("s74")), (sym("4*s74**2"), sym("s74"), 1), device("cpu"))}
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%repeat, [-1, %sym_size_int_3]), kwargs = {}) {val: tensor(torch.float32, (sym("4*s22*s74"), sym("s74")), (sym("Min(s74, 4*s74**2)"), 1), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%view, 1), kwargs = {}) {val: tensor(torch.float32, (sym("4*s22*s74"), sym("s74")), (sym("s74"), 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%add,),), kwargs = {}) {output_specs: (("user_output",),)}
