fx 1
// PyTorch calls no graph with a view that only is marked as conjugated; what is
// computed of it is handed in.
// RUN: fx-opt %s --passes='partition{by="name={a,b} -> npu; name=c -> other"},outline' -o %t.fx 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: FileCheck %s --input-file=%t.fx
// KEPT: 'npu' stays as it is: its input %v is a view that conjugates
// KEPT-NOT: stays
program {
  schema_version = (8, 20)
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.complex64, (4,), (1,), device("cpu"))}
    %k : [num_users=1] = call_function[target=torch.ops.aten._conj.default](args = (%x,), kwargs = {}) {val: tensor(torch.complex64, (4,), (1,), device("cpu"))}
    %v : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%k, [2, 2]), kwargs = {}) {val: tensor(torch.complex64, (2, 2), (2, 1), device("cpu"))}
// CHECK: call_function[target=torch.ops.aten.mul.Tensor](args = (%v, 2)
    %a : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%v, 2), kwargs = {}) {val: tensor(torch.complex64, (2, 2), (2, 1), device("cpu"))}
    %b : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%a, 1), kwargs = {}) {val: tensor(torch.complex64, (2, 2), (2, 1), device("cpu"))}
// CHECK: call_function[target=torch.ops.higher_order.invoke_subgraph](args = ({{.*}}, %b)
    %c : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%b,), kwargs = {}) {val: tensor(torch.complex64, (2, 2), (2, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%c,),), kwargs = {}) {output_specs: (("user_output",),)}
