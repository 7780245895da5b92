// Weights of attention whose heads are put together for a product, with a dynamic batch, as in Bloom:
// the size of the product is there already, and asking the weights for it would keep them.
// RUN: fx-opt %s -O3 --inference --to=code | FileCheck %s
// CHECK: scaled_dot_product_attention
// CHECK-NOT: softmax
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  range_constraints = {"s54": (2, None)}
  symbolics = {"s54": ("Symbol('s54', positive=True, integer=True)", "int", 2), "4*s54": ("Mul(Integer(4), Symbol('s54', positive=True, integer=True))", "int", 8)}
  guards_code = ["L['q'].size()[0] == L['m'].size()[0]"]
}
graph():
    %q : [num_users=0] = placeholder[target=q] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("s54"), 4, 6, 8), (192, 48, 8, 1), device("cpu"))}
    %k : [num_users=0] = placeholder[target=k] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("s54"), 4, 6, 8), (192, 48, 8, 1), device("cpu"))}
    %v : [num_users=3] = placeholder[target=v] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("s54"), 4, 6, 8), (192, 48, 8, 1), device("cpu"))}
    %m : [num_users=2] = placeholder[target=m] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("s54"), 1, 6, 6), (36, 36, 6, 1), device("cpu"))}
    %sym_size_int_2 : [num_users=2] = call_function[target=torch.ops.aten.sym_size.int](args = (%m, 0), kwargs = {}) {val: sym("s54")}
    %reshape : [num_users=1] = call_function[target=torch.ops.aten.reshape.default](args = (%v, [-1, 6, 8]), kwargs = {}) {val: tensor(torch.float32, (sym("4*s54"), 6, 8), (48, 8, 1), device("cpu"))}
    %reshape_1 : [num_users=1] = call_function[target=torch.ops.aten.reshape.default](args = (%v, [-1, 6, 8]), kwargs = {}) {val: tensor(torch.float32, (sym("4*s54"), 6, 8), (48, 8, 1), device("cpu"))}
    %transpose : [num_users=1] = call_function[target=torch.ops.aten.transpose.int](args = (%reshape_1, 1, 2), kwargs = {}) {val: tensor(torch.float32, (sym("4*s54"), 8, 6), (48, 1, 8), device("cpu"))}
    %matmul : [num_users=1] = call_function[target=torch.ops.aten.matmul.default](args = (%reshape, %transpose), kwargs = {}) {val: tensor(torch.float32, (sym("4*s54"), 6, 6), (36, 6, 1), device("cpu"))}
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%matmul, [%sym_size_int_2, 4, 6, 6]), kwargs = {}) {val: tensor(torch.float32, (sym("s54"), 4, 6, 6), (144, 36, 6, 1), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%view, %m), kwargs = {}) {val: tensor(torch.float32, (sym("s54"), 4, 6, 6), (144, 36, 6, 1), device("cpu"))}
    %softmax : [num_users=1] = call_function[target=torch.ops.aten.softmax.int](args = (%add, -1), kwargs = {}) {val: tensor(torch.float32, (sym("s54"), 4, 6, 6), (144, 36, 6, 1), device("cpu"))}
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%sym_size_int_2, 4), kwargs = {}) {val: sym("4*s54")}
    %view_1 : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%softmax, [%mul, 6, 6]), kwargs = {}) {val: tensor(torch.float32, (sym("4*s54"), 6, 6), (36, 6, 1), device("cpu"))}
    %reshape_2 : [num_users=1] = call_function[target=torch.ops.aten.reshape.default](args = (%v, [-1, 6, 8]), kwargs = {}) {val: tensor(torch.float32, (sym("4*s54"), 6, 8), (48, 8, 1), device("cpu"))}
    %bmm : [num_users=1] = call_function[target=torch.ops.aten.bmm.default](args = (%view_1, %reshape_2), kwargs = {}) {val: tensor(torch.float32, (sym("4*s54"), 6, 8), (48, 8, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%bmm,),), kwargs = {}) {output_specs: (("user_output",),)}
