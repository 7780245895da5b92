// Parameters that Python takes by keyword only never get a position.
// RUN: fx-opt %s --passes='normalize-args{defaults=fill}' --print-format=fx \
// RUN:   | FileCheck %s
// RUN: fx-opt %s --normalize-args --print-format=fx | FileCheck %s --check-prefix=KEEP

// CHECK: %float_1 : {{.*}}(args = (%x,), kwargs = {memory_format: torch.preserve_format})
// CHECK: %cpu : {{.*}}(args = (%x,), kwargs = {memory_format: torch.preserve_format})
// CHECK: %cuda : {{.*}}(args = (%x, 0, False), kwargs = {memory_format: torch.preserve_format})
// CHECK: %is_contiguous : {{.*}}(args = (%x,), kwargs = {memory_format: torch.channels_last})
// CHECK: %unique_consecutive : {{.*}}(args = (%x,), kwargs = {return_inverse: True, return_counts: False, dim: None})

// KEEP: %float_1 : {{.*}}(args = (%x,), kwargs = {})
// KEEP: %cpu : {{.*}}(args = (%x,), kwargs = {memory_format: torch.preserve_format})
// KEEP: %is_contiguous : {{.*}}(args = (%x,), kwargs = {memory_format: torch.channels_last})

graph():
    %x : [num_users=5] = placeholder[target=x]
    %float_1 : [num_users=1] = call_method[target=float](args = (%x,), kwargs = {})
    %cpu : [num_users=1] = call_method[target=cpu](args = (%x,), kwargs = {memory_format: torch.preserve_format})
    %cuda : [num_users=1] = call_method[target=cuda](args = (%x, 0), kwargs = {})
    %is_contiguous : [num_users=1] = call_method[target=is_contiguous](args = (%x,), kwargs = {memory_format: torch.channels_last})
    %unique_consecutive : [num_users=1] = call_function[target=torch.functional.unique_consecutive](args = (%x,), kwargs = {return_inverse: True})
    return (float_1, cpu, cuda, is_contiguous, unique_consecutive)
