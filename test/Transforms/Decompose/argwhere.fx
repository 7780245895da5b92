// The number of places that are found has the symbol that it had.
// RUN: fx-opt %s --decompose | FileCheck %s
// CHECK: %nonzero : {{.*}}torch.ops.aten.nonzero.default](args = (%x,), kwargs = {}) {{.*}}(sym("u0"), 2)
// CHECK: %sym_size_int : {{.*}}torch.ops.aten.sym_size.int](args = (%nonzero, 0)
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %argwhere : [num_users=1] = call_function[target=torch.ops.aten.argwhere.default](args = (%x,), kwargs = {}) {val: tensor(torch.int64, (sym("u0"), 2), (1, sym("Max(1, u0)")), device("cpu"))}
    %sym_size_int : [num_users=1] = call_function[target=torch.ops.aten.sym_size.int](args = (%argwhere, 0), kwargs = {}) {val: sym("u0")}
    %full : [num_users=1] = call_function[target=torch.ops.aten.full.default](args = ([%sym_size_int], 1.0), kwargs = {dtype: torch.float32, layout: torch.strided, device: device("cpu"), pin_memory: False}) {val: tensor(torch.float32, (sym("u0"),), (1,), device("cpu"))}
    return %full
