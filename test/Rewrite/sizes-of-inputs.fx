// A size that a result needs is that of an input, so that all results have the same one: that of the
// operand, %relu, would keep it.
// RUN: fx-opt %s -O1 --to=code | FileCheck %s
// CHECK: def forward(self, x, y, z):
// CHECK-NEXT: sym_size_int = torch.ops.aten.sym_size.int(x, 0)
// CHECK-NEXT: expand = torch.ops.aten.expand.default(y, [sym_size_int, 3])
// CHECK-NEXT: expand_1 = torch.ops.aten.expand.default(z, [sym_size_int, 3])
// CHECK-NEXT: mul = torch.ops.aten.mul.Tensor(x, 2)
// CHECK-NEXT: return (expand, expand_1, mul)
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  range_constraints = {"s77": (2, None)}
  symbolics = {"s77": ("Symbol('s77', positive=True, integer=True)", "int", 2)}
}
graph():
    %x : [num_users=3] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("s77"), 3), (3, 1), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {input_spec: ("user_input",), val: tensor(torch.float32, (1, 3), (3, 1), device("cpu"))}
    %z : [num_users=1] = placeholder[target=z] {input_spec: ("user_input",), val: tensor(torch.float32, (1, 3), (3, 1), device("cpu"))}
    %relu : [num_users=2] = call_function[target=torch.ops.aten.relu.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), 3), (3, 1), device("cpu"))}
    %expand_as : [num_users=1] = call_function[target=torch.ops.aten.expand_as.default](args = (%y, %relu), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), 3), (0, 1), device("cpu"))}
    %sigmoid : [num_users=1] = call_function[target=torch.ops.aten.sigmoid.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), 3), (3, 1), device("cpu"))}
    %expand_as_1 : [num_users=1] = call_function[target=torch.ops.aten.expand_as.default](args = (%z, %sigmoid), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), 3), (0, 1), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, 2), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), 3), (3, 1), device("cpu"))}
    %cat : [num_users=1] = call_function[target=torch.ops.aten.cat.default](args = ([%relu, %relu, %relu, %relu], 1), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), 12), (12, 1), device("cpu"))}
    %slice_1 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%cat, 0, 0, 9223372036854775807), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), 12), (12, 1), device("cpu"))}
    %slice_2 : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%slice_1, 1, 0, 9223372036854775807, 4), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), 3), (12, 4), device("cpu"))}
    %reshape_as : [num_users=1] = call_function[target=torch.ops.aten.reshape_as.default](args = (%mul, %slice_2), kwargs = {}) {val: tensor(torch.float32, (sym("s77"), 3), (3, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%expand_as, %expand_as_1, %reshape_as),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",))}
