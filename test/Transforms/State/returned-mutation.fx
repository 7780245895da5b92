// PyTorch gives the user an input itself where a result is what the input becomes. So a view of
// that stays one, though it shows the same; a view beside another result goes.
// RUN: fx-opt %s --passes='optimize{O1}' --print-format=fx | FileCheck %s
// CHECK:      %add :
// CHECK-NEXT: %view : {{.*}}(args = (%add, [3]), kwargs = {})
// CHECK-NEXT: %mul :
// CHECK-NEXT: return (add, view, mul)
fx 1
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["ATEN"]
}
graph():
    %x : [num_users=1] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %add : [num_users=3] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, 1), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %view : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%add, [3]), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%add, 2), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %view_1 : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%mul, [3]), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%add, %view, %view_1),), kwargs = {}) {output_specs: (("user_input_mutation", "x"), ("user_output",), ("user_output",))}
