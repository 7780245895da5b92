// resolve_conj and resolve_neg copy what is marked, and the copy is dense; other
// tensors they give back.
// RUN: fx-opt %s --check-values --print-format=none
// RUN: sed 's/{val: tensor(torch.float32, (3,), (1,)/{val: tensor(torch.float32, (3,), (2,)/' %s > %t
// RUN: %exits 1 fx-opt %t --check-values 2>&1 | FileCheck %s
// CHECK: error: the value of %copy is wrong: its strides are (1,), not (2,)
fx 1
graph():
    %x : [num_users=3] = placeholder[target=x] {val: tensor(torch.complex64, (3,), (1,), device("cpu"))}
    %conj : [num_users=1] = call_function[target=torch.ops.aten._conj.default](args = (%x,), kwargs = {}) {val: tensor(torch.complex64, (3,), (1,), device("cpu"))}
    %imag : [num_users=1] = call_function[target=torch.ops.aten.imag.default](args = (%conj,), kwargs = {}) {val: tensor(torch.float32, (3,), (2,), device("cpu"), offset=1)}
    %copy : [num_users=1] = call_function[target=torch.ops.aten.resolve_neg.default](args = (%imag,), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %part : [num_users=1] = call_function[target=torch.ops.aten.imag.default](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (3,), (2,), device("cpu"), offset=1)}
    %same : [num_users=1] = call_function[target=torch.ops.aten.resolve_neg.default](args = (%part,), kwargs = {}) {val: tensor(torch.float32, (3,), (2,), device("cpu"), offset=1)}
    %step : [num_users=2] = call_function[target=torch.ops.aten.slice.Tensor](args = (%x, 0, 0, 3, 2), kwargs = {}) {val: tensor(torch.complex64, (2,), (2,), device("cpu"))}
    %twice : [num_users=1] = call_function[target=torch.ops.aten._conj.default](args = (%step,), kwargs = {}) {val: tensor(torch.complex64, (2,), (2,), device("cpu"))}
    %again : [num_users=1] = call_function[target=torch.ops.aten._conj.default](args = (%twice,), kwargs = {}) {val: tensor(torch.complex64, (2,), (2,), device("cpu"))}
    %plain : [num_users=1] = call_function[target=torch.ops.aten.resolve_conj.default](args = (%again,), kwargs = {}) {val: tensor(torch.complex64, (2,), (2,), device("cpu"))}
    %once : [num_users=1] = call_function[target=torch.ops.aten._conj.default](args = (%step,), kwargs = {}) {val: tensor(torch.complex64, (2,), (2,), device("cpu"))}
    %dense : [num_users=1] = call_function[target=torch.ops.aten.resolve_conj.default](args = (%once,), kwargs = {}) {val: tensor(torch.complex64, (2,), (1,), device("cpu"))}
    return (%copy, %same, %plain, %dense)
