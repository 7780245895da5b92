// How tensors lie in memory inside torch.vmap does not follow from their values: PyTorch 2.13
// gives %add the stride 4. After it, values are inferred again.
//
// RUN: fx-opt %s --passes='check-values{remarks exact}' -o /dev/null 2>&1 | FileCheck %s
// RUN: fx-opt %s --passes='infer-values{replace=true}' -o - | FileCheck %s --check-prefix=KEPT
// CHECK: remark: {{.*}}%add
// CHECK-NOT: %mul
// KEPT: %add : {{.*}}val: tensor(torch.float32, (3,), (4,)
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %y : [num_users=1] = placeholder[target=y] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 4), (8, 2), device("cpu"))}
    %lazy_load_decompositions_unused : [num_users=0] = call_function[target=torch._functorch.predispatch.lazy_load_decompositions](args = (), kwargs = {}) {serialized_name: "lazy_load_decompositions", val: None}
    %_vmap_increment_nesting_unused : [num_users=0] = call_function[target=torch._functorch.predispatch._vmap_increment_nesting](args = (4, "error"), kwargs = {}) {serialized_name: "_vmap_increment_nesting", val: None}
    %_add_batch_dim : [num_users=1] = call_function[target=torch._functorch.predispatch._add_batch_dim](args = (%y, 1, 1), kwargs = {}) {val: tensor(torch.float32, (3,), (8,), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%_add_batch_dim, 1), kwargs = {}) {val: tensor(torch.float32, (3,), (4,), device("cpu"))}
    %_remove_batch_dim : [num_users=1] = call_function[target=torch._functorch.predispatch._remove_batch_dim](args = (%add, 1, 4, 0), kwargs = {}) {val: tensor(torch.float32, (4, 3), (1, 4), device("cpu"))}
    %_vmap_decrement_nesting_unused : [num_users=0] = call_function[target=torch._functorch.predispatch._vmap_decrement_nesting](args = (), kwargs = {}) {serialized_name: "_vmap_decrement_nesting", val: None}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%_remove_batch_dim, 2), kwargs = {}) {val: tensor(torch.float32, (4, 3), (1, 4), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%mul,),), kwargs = {}) {output_specs: (("user_output",),)}
