// RUN: fx-opt %s --passes='decompose{keep=silu}' --print-format=fx | FileCheck %s --check-prefix=KEEP
// KEEP: target=torch.ops.aten.silu.default
// KEEP-NEXT: target=torch.ops.aten.hardtanh.default
// RUN: fx-opt %s --passes='decompose{where="name=relu6"}' --print-format=fx | FileCheck %s --check-prefix=OPS
// RUN: fx-opt %s --decompose=name=relu6 --print-format=fx | FileCheck %s --check-prefix=OPS
// RUN: not fx-opt %s --decompose=whre=relu6 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: 'decompose' has no option 'whre'
// OPTION-NEXT: whre=relu6
// OPTION-NEXT: ^
// OPTION-NEXT: note: did you mean 'where'?
// OPS: %silu : [num_users=1] = call_function[target=torch.ops.aten.silu.default]
// OPS-NEXT: %hardtanh : [num_users=1] = call_function[target=torch.ops.aten.hardtanh.default](args = (%silu, 0, 6), kwargs = {})
// OPS-NEXT: %add_ : [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%hardtanh, 1), kwargs = {})
// RUN: fx-opt %s --decompose --stats 2>&1 >/dev/null | FileCheck %s --check-prefix=STATS
// STATS: 2 num-decomposed
// RUN: fx-opt %s --decompose -o %t.fx && fx-opt %t.fx --decompose | diff %t.fx -
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %silu : [num_users=1] = call_function[target=torch.ops.aten.silu.default](args = (%x,), kwargs = {})
    %relu6 : [num_users=1] = call_function[target=torch.ops.aten.relu6.default](args = (%silu,), kwargs = {})
    %add_ : [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%relu6, 1), kwargs = {})
    return %add_
