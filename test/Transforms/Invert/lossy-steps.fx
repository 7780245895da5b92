// A step is undone only where its result has all of what the operand was: no division that rounds,
// no operand that was broadcast or took another type.
// RUN: split-file %s %t
// RUN: not fx-opt %t/rounded.fx --passes='invert{input=x}' 2>&1 | FileCheck %s --check-prefix=ROUNDED
// ROUNDED: error: %d cannot be inverted: its inverse does not know 'rounding_mode'
// RUN: not fx-opt %t/broadcast.fx --passes='invert{input=x}' 2>&1 | FileCheck %s --check-prefix=BROADCAST
// BROADCAST: error: %a cannot be inverted: it has other sizes than %x, which is broadcast
// RUN: not fx-opt %t/promoted.fx --passes='invert{input=x}' 2>&1 | FileCheck %s --check-prefix=PROMOTED
// PROMOTED: error: %a cannot be inverted: its inverse gives torch.float32, and %x is torch.int64
// RUN: fx-opt %t/plain.fx --passes='invert{input=x},check-values' --to=fx | FileCheck %s --check-prefix=PLAIN
// PLAIN: torch.mul
//--- rounded.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %d : [num_users=1] = call_function[target=torch.div](args = (%x, 2), kwargs = {rounding_mode: "floor"}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    return %d
//--- broadcast.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (1, 3), (3, 1), device("cpu"))}
    %b : [num_users=1] = placeholder[target=b] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.add](args = (%x, %b), kwargs = {}) {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    return %a
//--- promoted.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.int64, (3,), (1,), device("cpu"))}
    %a : [num_users=1] = call_function[target=torch.add](args = (%x, 0.5), kwargs = {}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    return %a
//--- plain.fx
fx 1
graph():
    %x : [num_users=1] = placeholder[target=x] {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    %d : [num_users=1] = call_function[target=torch.div](args = (%x, 2), kwargs = {rounding_mode: None}) {val: tensor(torch.float32, (3,), (1,), device("cpu"))}
    return %d
