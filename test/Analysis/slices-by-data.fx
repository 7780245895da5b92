// A slice between numbers that data determine: which end a bound counts from is not known, so
// neither is how many places there are, nor, for the start, which is the first. Where the
// ranges tell, the size is one of the bounds.
//
// RUN: fx-opt %s --infer-values | FileCheck %s
// RUN: fx-opt %s --infer-values | fx-opt - --check-values -o /dev/null
// RUN: fx-opt %s -O1 | FileCheck %s --check-prefix=KEPT
//
// CHECK: "u4": (0, 8), "u5": (0, None)
// CHECK: %between : {{.*}}val: tensor(torch.float32, (sym("u4"),), (1,), device("cpu"), offset=sym("u5"))
// CHECK: %to : {{.*}}val: tensor(torch.float32, (sym("u6"),), (1,), device("cpu"))
// CHECK: %from : {{.*}}val: tensor(torch.float32, (sym("u7"),), (2,), device("cpu"), offset=sym("u8"))
// CHECK: %within : {{.*}}val: tensor(torch.float32, (sym("u2"),), (1,), device("cpu"))
// CHECK: %beyond : {{.*}}val: tensor(torch.float32, (8,), (1,), device("cpu"))
// CHECK: %before : {{.*}}val: tensor(torch.float32, (sym("Max(0, u3 + 8)"),), (1,), device("cpu"))
//
// The second one is not what there is already.
//
// KEPT: %again : {{.*}} = call_function[target=torch.ops.aten.slice.Tensor](args = (%between,
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  range_constraints = {"u0": (None, None), "u1": (None, None), "u2": (0, 8), "u3": (None, -1)}
  symbolics = {"u0": ("Symbol('u0', integer=True)", "int"), "u1": ("Symbol('u1', integer=True)", "int"), "u2": ("Symbol('u2', integer=True)", "int"), "u3": ("Symbol('u3', integer=True)", "int")}
}
graph():
    %x : [num_users=6] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (8,), (1,), device("cpu"))}
    %a : [num_users=1] = placeholder[target=a] {input_spec: ("user_input",), val: tensor(torch.int64, (), (), device("cpu"))}
    %b : [num_users=1] = placeholder[target=b] {input_spec: ("user_input",), val: tensor(torch.int64, (), (), device("cpu"))}
    %c : [num_users=1] = placeholder[target=c] {input_spec: ("user_input",), val: tensor(torch.int64, (), (), device("cpu"))}
    %d : [num_users=1] = placeholder[target=d] {input_spec: ("user_input",), val: tensor(torch.int64, (), (), device("cpu"))}
    %i : [num_users=3] = call_function[target=torch.ops.aten.item.default](args = (%a,), kwargs = {}) {val: sym("u0")}
    %j : [num_users=3] = call_function[target=torch.ops.aten.item.default](args = (%b,), kwargs = {}) {val: sym("u1")}
    %k : [num_users=2] = call_function[target=torch.ops.aten.item.default](args = (%c,), kwargs = {}) {val: sym("u2")}
    %l : [num_users=1] = call_function[target=torch.ops.aten.item.default](args = (%d,), kwargs = {}) {val: sym("u3")}
    %between : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%x, 0, %i, %j), kwargs = {})
    %to : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%x, 0, 0, %j), kwargs = {})
    %from : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%x, 0, %i, 9223372036854775807, 2), kwargs = {})
    %within : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%x, 0, 0, %k), kwargs = {})
    %past : [num_users=1] = call_function[target=operator.add](args = (%k, 9), kwargs = {})
    %beyond : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%x, 0, 0, %past), kwargs = {})
    %before : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%x, 0, 0, %l), kwargs = {})
    %length : [num_users=1] = call_function[target=operator.sub](args = (%j, %i), kwargs = {})
    %least : [num_users=1] = call_function[target=torch.sym_max](args = (0, %length), kwargs = {})
    %again : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%between, 0, 0, %least), kwargs = {})
    %output : [num_users=0] = output[target=output](args = ((%again, %to, %from, %within, %beyond, %before),), kwargs = {}) {output_specs: (("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",), ("user_output",))}
