// Assertions within torch.vmap have no value, which needs no rule; and archives do not hold a
// value that is a type of elements, so that PyTorch writes no value for it.
//
// RUN: fx-opt %s --verify-diagnostics --check-values --print-format=none
// RUN: fx-opt %s --passes='infer-values{replace=true}' | FileCheck %s
// CHECK: %result_type_scalar_unused : {{.*}}val: None
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %y : [num_users=2] = placeholder[target=y] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %result_type_scalar_unused : [num_users=0] = call_function[target=torch.ops.aten.result_type.Scalar](args = (%y, 1.5), kwargs = {}) {val: None}
    %_vmap_increment_nesting_unused : [num_users=0] = call_function[target=torch._functorch.predispatch._vmap_increment_nesting](args = (4, "error"), kwargs = {}) {serialized_name: "_vmap_increment_nesting", val: None}
    %_add_batch_dim : [num_users=2] = call_function[target=torch._functorch.predispatch._add_batch_dim](args = (%y, 1, 1), kwargs = {}) {val: tensor(torch.float32, (3,), (4,), device("cpu"))}
    %assert_1 : [num_users=0] = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = (%_add_batch_dim,), kwargs = {dtype: torch.float32, device: device("cpu"), layout: torch.strided})
    %to : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%_add_batch_dim, torch.float16), kwargs = {}) {val: tensor(torch.float16, (3,), (1,), device("cpu"))}
    %_remove_batch_dim : [num_users=1] = call_function[target=torch._functorch.predispatch._remove_batch_dim](args = (%to, 1, 4, 0), kwargs = {}) {val: tensor(torch.float16, (4, 3), (3, 1), device("cpu"))}
    %_vmap_decrement_nesting_unused : [num_users=0] = call_function[target=torch._functorch.predispatch._vmap_decrement_nesting](args = (), kwargs = {}) {serialized_name: "_vmap_decrement_nesting", val: None}
    %output : [num_users=0] = output[target=output](args = ((%_remove_batch_dim,),), kwargs = {}) {output_specs: (("user_output",),)}
