fx 1
// RUN: fx-opt %s -O2 --print-format=fx | FileCheck %s
// RUN: sed 's/, symbols: .*}}$/}/' %s | fx-opt -O2 --print-format=fx | FileCheck %s --check-prefix=WITHOUT

// Graphs of torch.compile are not programs: the metadata of a placeholder says what
// symbols are. Without it, nobody knows that s0 // 2 is at least one.
// CHECK:   %silu : {{.*}}silu](args = (%x,)
// WITHOUT: sigmoid
// WITHOUT-NOT: silu
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (sym("s0"), sym("(s0//2)")), (sym("(s0//2)"), 1), device("cpu")), symbols: {"s0": ("Symbol('s0', positive=True, integer=True)", "int", 2, None), "(s0//2)": ("FloorDiv(Symbol('s0', positive=True, integer=True), Integer(2))", "int", None, None), "Max(1, (s0//2))": ("Max(Integer(1), FloorDiv(Symbol('s0', positive=True, integer=True), Integer(2)))", "int", None, None)}}
    %s : [num_users=1] = call_function[target=torch.sigmoid](args = (%x,), kwargs = {}) {val: tensor(torch.float32, (sym("s0"), sym("(s0//2)")), (sym("Max(1, (s0//2))"), 1), device("cpu"))}
    %y : [num_users=1] = call_function[target=torch.mul](args = (%x, %s), kwargs = {}) {val: tensor(torch.float32, (sym("s0"), sym("(s0//2)")), (sym("Max(1, (s0//2))"), 1), device("cpu"))}
    return %y
