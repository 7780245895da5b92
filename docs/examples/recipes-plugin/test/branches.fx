fx 1
// Passes visit the graphs of submodules too, which branches and loops call.
//
// RUN: %fx-opt %s --use-silu --quantize-inputs -o %t.fx
// RUN: FileCheck %s < %t.fx
// RUN: %fx-opt %s --count-flops -o /dev/null 2>&1 | FileCheck %s --check-prefix=FLOPS

// CHECK: silu](args = (%x,), kwargs = {})
// CHECK: fake_quantize_per_tensor_affine](args = (%silu, 0.1, 0, -128, 127), kwargs = {})
// FLOPS: remark: count-flops: linear: 48
module {
  half = torch.fx.graph_module.GraphModule {
    graph():
        %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
        %w : [num_users=1] = placeholder[target=w] {val: tensor(torch.float32, (4, 3), (3, 1), device("cpu"))}
        %sigmoid : [num_users=1] = call_function[target=torch.sigmoid](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
        %mul : [num_users=1] = call_function[target=operator.mul](args = (%x, %sigmoid), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
        %linear : [num_users=1] = call_function[target=torch.nn.functional.linear](args = (%mul, %w), kwargs = {}) {val: tensor(torch.float32, (2, 4), (4, 1), device("cpu"))}
        return %linear
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %w : [num_users=1] = placeholder[target=w]
    %half : [num_users=1] = call_module[target=half](args = (%x, %w), kwargs = {})
    return %half
