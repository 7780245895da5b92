// Calls that PyTorch refuses have no value.
//
// RUN: not fx-opt %s --infer-values -o /dev/null 2>&1 | FileCheck %s
// RUN: sed '/%%trace :/d; s/%%trace, //' %s > %t.1.fx
// RUN: not fx-opt %t.1.fx --infer-values -o /dev/null 2>&1 | FileCheck %s --check-prefix=COMPLEX
// RUN: sed '/%%complex :/d; s/%%complex, //' %t.1.fx > %t.2.fx
// RUN: not fx-opt %t.2.fx --infer-values -o /dev/null 2>&1 | FileCheck %s --check-prefix=MASK
// CHECK: error: 'torch.ops.aten.trace.default' cannot be computed: the trace is that of a matrix
// COMPLEX: error: 'torch.ops.aten.complex.default' cannot be computed: the parts have different types
// MASK: error: 'torch.ops.aten.masked_scatter.default' cannot be computed: the mask has no truth values
fx 1
graph():
    %x : [num_users=4] = placeholder[target=x] {val: tensor(torch.float32, (2, 2, 2), (4, 2, 1), device("cpu"))}
    %d : [num_users=1] = placeholder[target=d] {val: tensor(torch.float64, (2,), (1,), device("cpu"))}
    %trace : [num_users=1] = call_function[target=torch.ops.aten.trace.default](args = (%x,), kwargs = {})
    %complex : [num_users=1] = call_function[target=torch.ops.aten.complex.default](args = (%x, %d), kwargs = {})
    %scatter : [num_users=1] = call_function[target=torch.ops.aten.masked_scatter.default](args = (%x, %x, %x), kwargs = {})
    return (%trace, %complex, %scatter, %x)
