fx 1
// PyTorch cannot call a graph while torch.vmap runs; after it, it can.
// RUN: fx-opt %s --passes='partition{by="operator={mul,add} -> npu"},outline' -o %t.fx 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: FileCheck %s --input-file=%t.fx
// KEPT: 'npu' stays as it is: 'torch.ops.aten.mul.Tensor' is called inside torch.vmap
// KEPT-NOT: stays
program {
  schema_version = (8, 20)
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %begin : [num_users=0] = call_function[target=torch._functorch.predispatch._vmap_increment_nesting](args = (3, "error"), kwargs = {}) {val: None}
    %_add_batch_dim : [num_users=1] = call_function[target=torch._functorch.predispatch._add_batch_dim](args = (%x, 0, 1), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
// CHECK: call_function[target=torch.ops.aten.mul.Tensor](args = (%_add_batch_dim, 2)
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%_add_batch_dim, 2), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%mul, 1), kwargs = {}) {val: tensor(torch.float32, (4,), (1,), device("cpu"))}
    %_remove_batch_dim : [num_users=1] = call_function[target=torch._functorch.predispatch._remove_batch_dim](args = (%add, 1, 3, 0), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %end : [num_users=0] = call_function[target=torch._functorch.predispatch._vmap_decrement_nesting](args = (), kwargs = {}) {val: None}
// CHECK: call_function[target=torch.ops.higher_order.invoke_subgraph](args = ({{.*}}, %_remove_batch_dim)
    %mul_1 : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%_remove_batch_dim, 3), kwargs = {}) {val: tensor(torch.float32, (3, 4), (4, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%mul_1,),), kwargs = {}) {output_specs: (("user_output",),)}
