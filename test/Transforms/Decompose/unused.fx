// What nobody asks for is left out, whatever it is; but random numbers are drawn as before, so
// that those that follow are the same. Nothing is drawn where dropout keeps nothing.
// RUN: fx-opt %s --decompose --split-input-file | FileCheck %s
// CHECK-LABEL: graph():
// CHECK:      %bernoulli : [num_users=0] = {{.*}}aten.bernoulli.default](args = (%x,), kwargs = {})
// CHECK-NEXT: %full_like : {{.*}}(args = (%x, 0),
// CHECK-NEXT: %mul : {{.*}}(args = (%x, %full_like), kwargs = {})
// CHECK-NEXT: output
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %bernoulli : [num_users=0] = call_function[target=torch.ops.aten.bernoulli.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %dropout : [num_users=1] = call_function[target=torch.ops.aten.dropout.default](args = (%x, 1.0, True), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%dropout,),), kwargs = {}) {output_specs: (("user_output",),)}

// -----

// A view that could not be made after the write is not needed.
// CHECK-LABEL: graph():
// CHECK-NOT: as_strided
// CHECK: user_input_mutation
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 2), (6, 3), device("cpu"), offset=1)}
    %fill_ : [num_users=2] = call_function[target=torch.ops.aten.fill_.Scalar](args = (%x, 1.0), kwargs = {}) {val: tensor(torch.float32, (2, 2), (6, 3), device("cpu"), offset=1)}
    %as_strided : [num_users=0] = call_function[target=torch.ops.aten.as_strided.default](args = (%fill_, [3], [2], 1), kwargs = {}) {val: tensor(torch.float32, (3,), (2,), device("cpu"), offset=1)}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%fill_, 2), kwargs = {}) {val: tensor(torch.float32, (2, 2), (2, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%mul,),), kwargs = {}) {output_specs: (("user_output",),)}

// -----

// What data decide keeps its symbol where memory was written before.
// CHECK-LABEL: graph():
// CHECK: %index : {{.*}}val: tensor(torch.float32, (sym("u0"),), (1,)
// CHECK: %sym_size_int : {{.*}}val: sym("u0")
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
  range_constraints = {"u0": (0, 3)}
  symbolics = {"u0": ("Symbol('u0', integer=True)", "int"), "u0 >= 0": ("GreaterThan(Symbol('u0', integer=True), Integer(0))", "bool"), "u0 <= 3": ("LessThan(Symbol('u0', integer=True), Integer(3))", "bool")}
}
graph():
    %x : [num_users=0] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %y : [num_users=1] = placeholder[target=y] {input_spec: ("user_input",), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %zero_ : [num_users=2] = call_function[target=torch.ops.aten.zero_.default](args = (%y,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %gt : [num_users=1] = call_function[target=torch.ops.aten.gt.Scalar](args = (%zero_, 0), kwargs = {}) {val: tensor(torch.bool, (3,), (1,), device("cpu"))}
    %index : [num_users=2] = call_function[target=torch.ops.aten.index.Tensor](args = (%zero_, [%gt]), kwargs = {}) {val: tensor(torch.float32, (sym("u0"),), (1,), device("cpu"))}
    %sym_size_int : [num_users=2] = call_function[target=torch.ops.aten.sym_size.int](args = (%index, 0), kwargs = {}) {val: sym("u0")}
    %ge : [num_users=1] = call_function[target=operator.ge](args = (%sym_size_int, 0), kwargs = {}) {val: sym("u0 >= 0")}
    %_assert_scalar_default : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%ge, "Runtime assertion failed for expression u0 >= 0 on node 'ge'"), kwargs = {})
    %le : [num_users=1] = call_function[target=operator.le](args = (%sym_size_int, 3), kwargs = {}) {val: sym("u0 <= 3")}
    %_assert_scalar_default_1 : [num_users=0] = call_function[target=torch.ops.aten._assert_scalar.default](args = (%le, "Runtime assertion failed for expression u0 <= 3 on node 'le'"), kwargs = {})
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%index, 1), kwargs = {}) {val: tensor(torch.float32, (sym("u0"),), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%add,),), kwargs = {}) {output_specs: (("user_output",),)}
