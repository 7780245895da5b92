fx 1
// In an exported program, new calls have overloads and values, and the stack
// trace of what they replace.
//
// RUN: %fx-opt %s --use-silu --quantize-inputs -o %t.fx
// RUN: FileCheck %s < %t.fx
// RUN: %fx-opt %s --count-flops -o /dev/null 2>&1 | FileCheck %s --check-prefix=FLOPS

// CHECK:      %silu : {{.*}}torch.ops.aten.silu.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3){{.*}}stack_trace: "net.py"
// CHECK-NEXT: %fake_quantize_per_tensor_affine : {{.*}}default](args = (%silu, 0.1, 0, -128, 127), kwargs = {}) {val: tensor(torch.float32, (2, 3)
// CHECK-NEXT: %linear : {{.*}}(args = (%fake_quantize_per_tensor_affine, %w), kwargs = {})
// FLOPS: remark: count-flops: linear: 48
program {
  schema_version = (8, 20)
  opset_version = {"aten": 10}
  torch_version = "2.13.0"
  verifiers = ["TRAINING"]
}
graph():
    %x : [num_users=2] = placeholder[target=x] {input_spec: ("user_input",), val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %w : [num_users=1] = placeholder[target=w] {input_spec: ("user_input",), val: tensor(torch.float32, (4, 3), (3, 1), device("cpu"))}
    %sigmoid : [num_users=1] = call_function[target=torch.ops.aten.sigmoid.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %sigmoid), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu")), stack_trace: "net.py"}
    %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%mul, %w), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
    %output : [num_users=0] = output[target=output](args = ((%linear,),), kwargs = {}) {output_specs: (("user_output",),)}
