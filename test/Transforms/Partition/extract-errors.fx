fx 1
// RUN: not fx-opt %s --passes=extract 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not fx-opt %s --passes='extract{where=* to=a}' 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not fx-opt %s --passes='extract{where="name=zzz"}' 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not fx-opt %s --extract=zzz 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not fx-opt %s --extract=addd_ 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not fx-opt %s --passes='partition{by=after:addd_}' 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not fx-opt %s --extract=x 2>&1 | FileCheck %s --check-prefix=CALL
// RUN: not fx-opt %s --passes='extract{from=b to=a}' 2>&1 | FileCheck %s --check-prefix=PATH
// RUN: not fx-opt %s --passes='extract{where="name={a,b}"}' 2>&1 | FileCheck %s --check-prefix=WRITE
// RUN: not fx-opt %s --passes='extract{where="name=add_"}' 2>&1 | FileCheck %s --check-prefix=UNUSED
graph():
    %x : [num_users=3] = placeholder[target=x]
    %a : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %add_ : [num_users=0] = call_method[target=add_](args = (%x, 1), kwargs = {})
    %b : [num_users=1] = call_function[target=torch.neg](args = (%x,), kwargs = {})
    return (%a, %b)

// NOTHING: error: extract: extract needs either where= or from= and to=
// NONE: error: extract: no call is picked
// NAME: error: extract: there is no node 'zzz'{{$}}
// NEAR: error: {{extract|partition}}: there is no node 'addd_'; did you mean 'add_'?
// CALL: error: extract: 'x' is not a call
// PATH: error: extract: %a needs no node of 'from'
// WRITE: extract-errors.fx:15:5: error: extract: the effects of %add_ come between nodes that are extracted; extract it too
// UNUSED: error: extract: nothing uses what would be extracted
