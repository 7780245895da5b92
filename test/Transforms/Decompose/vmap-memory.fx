// Calls inside torch.vmap stay. What it gives back as it got it is the operand; what is computed
// there is memory of its own; other views that it may give are not written.
// RUN: split-file %s %t
// RUN: fx-opt %t/same.fx --decompose | FileCheck %s
// RUN: not fx-opt %t/views.fx --decompose --split-input-file 2>&1 | FileCheck %s --check-prefix=ERROR
// CHECK-LABEL: graph():
// CHECK: %_remove_batch_dim : {{.*}}(args = (%sin, 1, 3, 0)
// CHECK: %add : {{.*}}(args = (%x, 1), kwargs = {})
// CHECK: %mul : {{.*}}(args = (%_remove_batch_dim, 2), kwargs = {})
// CHECK: ("user_input_mutation", "x")
//--- same.fx
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %lazy_load_decompositions_unused : [num_users=0] = call_function[target=torch._functorch.predispatch.lazy_load_decompositions](args = (), kwargs = {}) {serialized_name: "lazy_load_decompositions", val: None}
    %_vmap_increment_nesting_unused : [num_users=0] = call_function[target=torch._functorch.predispatch._vmap_increment_nesting](args = (3, "error"), kwargs = {}) {serialized_name: "_vmap_increment_nesting", val: None}
    %_add_batch_dim : [num_users=2] = call_function[target=torch._functorch.predispatch._add_batch_dim](args = (%x, 0, 1), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %sin : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%_add_batch_dim,), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %_remove_batch_dim : [num_users=1] = call_function[target=torch._functorch.predispatch._remove_batch_dim](args = (%_add_batch_dim, 1, 3, 0), kwargs = {}) {val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %_remove_batch_dim_1 : [num_users=1] = call_function[target=torch._functorch.predispatch._remove_batch_dim](args = (%sin, 1, 3, 0), kwargs = {}) {val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %_vmap_decrement_nesting_unused : [num_users=0] = call_function[target=torch._functorch.predispatch._vmap_decrement_nesting](args = (), kwargs = {}) {serialized_name: "_vmap_decrement_nesting", val: None}
    %add_ : [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%_remove_batch_dim, 1), kwargs = {}) {val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %mul_ : [num_users=1] = call_function[target=torch.ops.aten.mul_.Tensor](args = (%_remove_batch_dim_1, 2), kwargs = {}) {val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%add_, 1), kwargs = {}) {val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%mul, %mul_),), kwargs = {}) {output_specs: (("user_output",), ("user_output",))}

//--- views.fx
// ERROR: error: 'mul_' cannot be decomposed: '_remove_batch_dim', which is written, shares memory in a way that is not followed
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %lazy_load_decompositions_unused : [num_users=0] = call_function[target=torch._functorch.predispatch.lazy_load_decompositions](args = (), kwargs = {}) {serialized_name: "lazy_load_decompositions", val: None}
    %_vmap_increment_nesting_unused : [num_users=0] = call_function[target=torch._functorch.predispatch._vmap_increment_nesting](args = (3, "error"), kwargs = {}) {serialized_name: "_vmap_increment_nesting", val: None}
    %_add_batch_dim : [num_users=1] = call_function[target=torch._functorch.predispatch._add_batch_dim](args = (%x, 0, 1), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %select : [num_users=1] = call_function[target=torch.ops.aten.select.int](args = (%_add_batch_dim, 0, 0), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %_remove_batch_dim : [num_users=1] = call_function[target=torch._functorch.predispatch._remove_batch_dim](args = (%select, 1, 3, 0), kwargs = {}) {val: tensor(torch.float32, (3,), (2,), device("cpu"))}
    %_vmap_decrement_nesting_unused : [num_users=0] = call_function[target=torch._functorch.predispatch._vmap_decrement_nesting](args = (), kwargs = {}) {serialized_name: "_vmap_decrement_nesting", val: None}
    %mul_ : [num_users=1] = call_function[target=torch.ops.aten.mul_.Tensor](args = (%_remove_batch_dim, 2), kwargs = {}) {val: tensor(torch.float32, (3,), (2,), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, 1), kwargs = {}) {val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%mul, %mul_),), kwargs = {}) {output_specs: (("user_output",), ("user_output",))}

// -----

// ERROR: error: 'mul_' cannot be decomposed: 'x', which is written, shares memory in a way that is not followed
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %lazy_load_decompositions_unused : [num_users=0] = call_function[target=torch._functorch.predispatch.lazy_load_decompositions](args = (), kwargs = {}) {serialized_name: "lazy_load_decompositions", val: None}
    %_vmap_increment_nesting_unused : [num_users=0] = call_function[target=torch._functorch.predispatch._vmap_increment_nesting](args = (3, "error"), kwargs = {}) {serialized_name: "_vmap_increment_nesting", val: None}
    %_add_batch_dim : [num_users=1] = call_function[target=torch._functorch.predispatch._add_batch_dim](args = (%x, 0, 1), kwargs = {}) {val: tensor(torch.float32, (2,), (1,), device("cpu"))}
    %select : [num_users=1] = call_function[target=torch.ops.aten.select.int](args = (%_add_batch_dim, 0, 0), kwargs = {}) {val: tensor(torch.float32, (), (), device("cpu"))}
    %_remove_batch_dim : [num_users=1] = call_function[target=torch._functorch.predispatch._remove_batch_dim](args = (%select, 1, 3, 0), kwargs = {}) {val: tensor(torch.float32, (3,), (2,), device("cpu"))}
    %_vmap_decrement_nesting_unused : [num_users=0] = call_function[target=torch._functorch.predispatch._vmap_decrement_nesting](args = (), kwargs = {}) {serialized_name: "_vmap_decrement_nesting", val: None}
    %mul_ : [num_users=0] = call_function[target=torch.ops.aten.mul_.Tensor](args = (%x, 2), kwargs = {}) {val: tensor(torch.float32, (3, 2), (2, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%_remove_batch_dim,),), kwargs = {}) {output_specs: (("user_output",),)}
