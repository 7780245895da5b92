fx 1
// Parts of exported programs that stay as they are, for what PyTorch's
// invoke_subgraph does not take.
// RUN: fx-opt %s --passes=outline -o /dev/null 2>&1 | FileCheck %s
module {
  w = parameter(torch.float32, (4,), pickled=True)
}
program {
  schema_version = (8, 20)
  symbolics = {"f": ("Symbol('f', real=True)", "float", 1.0)}
}
graph():
    %p_w : [num_users=1] = placeholder[target=p_w] {input_spec: ("parameter", "w"), val: tensor(torch.float32, (4,), (1,), device("cpu"), requires_grad=True)}
    %x : [num_users=11] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %f : [num_users=1] = placeholder[target=f] {input_spec: ("user_input",), val: sym("f")}
    %a : [num_users=1] = call_function[target=torch.ops.mylib.unheard_of.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu")), tag: "unknown"}
    %b : [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%x, 1), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu")), tag: "outside"}
    %c : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%x, [2, 2]), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu")), tag: "view"}
    %d : [num_users=1] = call_function[target=torch.ops.aten.mul.Scalar](args = (%x, %f), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu")), tag: "float"}
    %e : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %p_w), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu")), tag: "subclass"}
    %g : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {})
    %h : [num_users=2] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu")), tag: "written"}
    %i : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%h, [2, 2]), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu")), tag: "written"}
    %j : [num_users=0] = call_function[target=torch.ops.aten.add_.Tensor](args = (%h, 1), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu")), tag: "written"}
    %k : [num_users=2] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu")), tag: "twice"}
    %l : [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%k, 1), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu")), tag: "twice"}
    %m : [num_users=0] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu")), tag: "none"}
    %n : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %o : [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%n, 1), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu")), tag: "no-part"}
    %q : [num_users=2] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu")), tag: "list"}
    %r : [num_users=0] = call_function[target=torch.ops.aten._foreach_mul_.Scalar](args = ([%q], 2.0), kwargs = {}) {tag: "list"}
    %s : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%q,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu")), tag: "list"}
    %output : [num_users=0] = output[target=output](args = ((%a, %b, %c, %d, %e, %g, %i, %k, %l, %o, %s),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",))}

// CHECK: 'unknown' stays as it is: nothing is known of what 'torch.ops.mylib.unheard_of.default' does
// CHECK: 'outside' stays as it is: 'torch.ops.aten.add_.Tensor' writes to memory that exists outside
// CHECK: 'view' stays as it is: its results are views of its inputs
// CHECK: 'float' stays as it is: its input %f is neither a tensor nor a symbolic integer
// CHECK: 'subclass' stays as it is: its input %p_w is a subclass of tensors
// CHECK: 'written' stays as it is: it writes to memory of which %i, which is used outside, may be a view
// CHECK: 'twice' stays as it is: its result %l shares memory with another one
// CHECK: 'none' stays as it is: it has no results
// CHECK: 'no-part' stays as it is: 'torch.ops.aten.add_.Tensor' writes to memory that exists outside
// CHECK: 'list' stays as it is: 'torch.ops.aten._foreach_mul_.Scalar' writes to a list of tensors
