fx 1
// RUN: %fx-opt %s --outline-range='from=sin to=cos path=wave' --to=fx | FileCheck %s
// RUN: not %fx-opt %s --outline-range='from=sin to=tan' 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not %fx-opt %s --outline-range='from=cos to=sin' 2>&1 | FileCheck %s --check-prefix=BACK

// CHECK:      %wave : {{.*}}call_module[target=wave](args = (%x,), kwargs = {})
// CHECK-NEXT: %add : {{.*}}(args = (%wave, %x), kwargs = {})
// NONE: error: outline-range: there is no node 'tan'
// BACK: error: outline-range: 'sin' is before 'cos'
graph():
    %x : [num_users=2] = placeholder[target=x]
    %sin : [num_users=1] = call_function[target=torch.sin](args = (%x,), kwargs = {})
    %cos : [num_users=1] = call_function[target=torch.cos](args = (%sin,), kwargs = {})
    %add : [num_users=1] = call_function[target=operator.add](args = (%cos, %x), kwargs = {})
    return %add
