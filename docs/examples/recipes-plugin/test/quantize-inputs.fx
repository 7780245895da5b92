fx 1
// A second run changes nothing.
//
// RUN: %fx-opt %s --quantize-inputs=0.05 -o %t.fx
// RUN: FileCheck %s < %t.fx
// RUN: %fx-opt %t.fx --quantize-inputs --diff=%t.fx

// CHECK:      %fake_quantize_per_tensor_affine : {{.*}}(args = (%x, 0.05, 0, -128, 127), kwargs = {})
// CHECK-NEXT: %linear : {{.*}}(args = (%fake_quantize_per_tensor_affine, %w), kwargs = {})
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %w : [num_users=1] = placeholder[target=w]
    %linear : [num_users=1] = call_function[target=torch.nn.functional.linear](args = (%x, %w), kwargs = {})
    return %linear
