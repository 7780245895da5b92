// RUN: fx-opt %s --passes='normalize-args{defaults=keep}' --print-format=fx \
// RUN:   | FileCheck %s --check-prefix=KEEP
// RUN: fx-opt %s --passes='normalize-args{defaults=drop}' --print-format=fx \
// RUN:   | FileCheck %s --check-prefix=DROP
// RUN: fx-opt %s --passes='normalize-args{defaults=fill}' --print-format=fx \
// RUN:   | FileCheck %s --check-prefix=FILL

// KEEP: %relu : {{.*}}(args = (%x, False), kwargs = {})
// DROP: %relu : {{.*}}(args = (%x,), kwargs = {})
// FILL: %relu : {{.*}}(args = (%x, False), kwargs = {})
// KEEP: %flatten : {{.*}}(args = (%x, 0, 2), kwargs = {})
// DROP: %flatten : {{.*}}(args = (%x,), kwargs = {end_dim: 2})
// FILL: %flatten : {{.*}}(args = (%x, 0, 2), kwargs = {})
// KEEP: %addmm : {{.*}}(args = (%x, %x, %x), kwargs = {})
// DROP: %addmm : {{.*}}(args = (%x, %x, %x), kwargs = {})
// FILL: %addmm : {{.*}}(args = (%x, %x, %x), kwargs = {beta: 1, alpha: 1})
// KEEP: %norm : {{.*}}(args = (%x, [4], None, None, 1e-05), kwargs = {})
// DROP: %norm : {{.*}}(args = (%x, [4]), kwargs = {})
// FILL: %norm : {{.*}}(args = (%x, [4], None, None, 1e-05), kwargs = {})

graph():
    %x : [num_users=4] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.nn.functional.relu](args = (%x,), kwargs = {inplace: False})
    %flatten : [num_users=1] = call_function[target=torch.flatten](args = (%x, 0), kwargs = {end_dim: 2})
    %addmm : [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%x, %x, %x), kwargs = {})
    %norm : [num_users=1] = call_function[target=torch.nn.functional.layer_norm](args = (%x, [4]), kwargs = {weight: None, bias: None, eps: 1e-05})
    return (relu, flatten, addmm, norm)
