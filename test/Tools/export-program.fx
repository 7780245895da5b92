fx 1
// A plain graph becomes an exported program: functions, methods and operators of
// Python are operators of ATen, sizes with names are symbols, and containers are
// trees. Without LibTorch, since nothing here is Python code.
//
// RUN: rm -f %t.none.pt2
// RUN: fx-translate %s -o %t.pt2 --input='x=f32[batch:8,4]' --input='ys=[f32[batch,4],f32[3]]'
// RUN: fx-opt %t.pt2 | FileCheck %s
//
// CHECK: verifiers = ["TRAINING"]
// CHECK: range_constraints = {"s0": (0, None)}
// CHECK: symbolics = {"s0": ("Symbol('s0', positive=True, integer=True)", "int", 8)
// CHECK: module_calls = [("", [], [], "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", {{.*}}builtins.list{{.*}}", "[1, {\"type\": \"builtins.dict\", \"context\": \"[\\\"z\\\", \\\"n\\\"]\",{{.*}}", ["x", "ys"])]
// CHECK: %x : {{.*}}placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("s0"), 4), (4, 1), device("cpu"))}
// CHECK: %ys_0 : {{.*}}placeholder[target=ys_0] {input_spec: ("user_input",), val: tensor(torch.float32, (sym("s0"), 4), (4, 1), device("cpu"))}
// CHECK: %ys_1 : {{.*}}val: tensor(torch.float32, (3,), (1,), device("cpu"))}
// CHECK: %select : {{.*}}torch.ops.aten.select.int](args = (%ys_0, 1, -1)
// CHECK: %slice_1 : {{.*}}torch.ops.aten.slice.Tensor](args = (%x, 1, 1), kwargs = {})
// CHECK: %relu_ : {{.*}}torch.ops.aten.relu_.default](args = (%slice_1,), kwargs = {}) {val: tensor(torch.float32, (sym("s0"), 3), (4, 1)
// CHECK: %unsqueeze : {{.*}}torch.ops.aten.unsqueeze.default](args = (%select, 1)
// CHECK: %mul : {{.*}}torch.ops.aten.mul.Tensor](args = (%relu_, %unsqueeze)
// CHECK: %sym_size_int : {{.*}}torch.ops.aten.sym_size.int](args = (%x, 0)
// CHECK: %mul_1 : {{.*}}operator.mul](args = (%sym_size_int, 3)
// CHECK: %view : {{.*}}torch.ops.aten.view.default](args = (%mul, [%mul_1])
// CHECK: %output : {{.*}}(args = ((%view, %sym_size_int),)
//
// In is what out was: the archive is read and written as any other.
//
// RUN: fx-opt %t.pt2 -o %t.fx && fx-opt %t.fx -o %t.again.pt2 && cmp %t.pt2 %t.again.pt2
//
// A size that the graph does not let callers choose is an error, and so is what
// only other inputs have.
//
// diag: err_export_dimension
// RUN: %exits 1 fx-translate %s -o %t.none.pt2 --input='x=f32[a,4]' --input='ys=[f32[c,4],f32[3]]' 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: error: %mul has another value when a = 8, c = 12: {{.*}}; the size has to be a number, or the model does not take other ones
// RUN: %exits 1 fx-translate %s -o %t.none.pt2 --input='zs=f32[2]' 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: input 'zs': the model has no such input; its inputs are x, ys
// RUN: not ls %t.none.pt2
graph():
    %x : [num_users=2] = placeholder[target=x]
    %ys : [num_users=1] = placeholder[target=ys]
    %y : [num_users=1] = call_function[target=operator.getitem](args = (%ys, 0), kwargs = {})
    %last : [num_users=1] = call_function[target=operator.getitem](args = (%y, (slice(None, None, None), -1)), kwargs = {})
    %part : [num_users=1] = call_function[target=operator.getitem](args = (%x, (slice(None, None, None), slice(1, None, None))), kwargs = {})
    %relu : [num_users=1] = call_function[target=torch.nn.functional.relu](args = (%part,), kwargs = {inplace: True})
    %column : [num_users=1] = call_function[target=operator.getitem](args = (%last, (slice(None, None, None), None)), kwargs = {})
    %z : [num_users=1] = call_function[target=operator.mul](args = (%relu, %column), kwargs = {})
    %shape : [num_users=1] = call_function[target=builtins.getattr](args = (%x, "shape"), kwargs = {})
    %n : [num_users=2] = call_function[target=operator.getitem](args = (%shape, 0), kwargs = {})
    %all : [num_users=1] = call_function[target=operator.mul](args = (%n, 3), kwargs = {})
    %flat : [num_users=1] = call_method[target=view](args = (%z, %all), kwargs = {})
    return {"z": %flat, "n": %n}
