// --list-nodes prints what a selector picks, in columns, and changes nothing.

// RUN: fx-opt %s --list-nodes='operator=relu | op=placeholder' | FileCheck %s --match-full-lines --strict-whitespace
//      CHECK:name    opcode         target      value      module  source
// CHECK-NEXT:x       placeholder    x           f32[2, 3]
// CHECK-NEXT:relu_1  call_function  torch.relu             inner   net.py:12
// CHECK-NEXT:2 of 4 nodes

// A column without a cell is left out; without a selector all nodes are listed.

// RUN: fx-opt %s --list-nodes='op=output' | FileCheck %s --check-prefix=OUTPUT --match-full-lines --strict-whitespace
//      OUTPUT:name    opcode  target
// OUTPUT-NEXT:output  output  output
// OUTPUT-NEXT:1 of 4 nodes
// RUN: fx-opt %s --list-nodes | FileCheck %s --check-prefix=ALL
// ALL: 4 of 4 nodes
// RUN: fx-opt %s --list-nodes='name=nothing' | FileCheck %s --check-prefix=NONE --match-full-lines
// NONE:     0 of 4 nodes
// NONE-NOT: {{.}}

// Who looks for operators in a graph of modules is told how to find these.

// RUN: fx-opt %S/../Models/resnet18.fx.txt --module-tree=%S/../Models/resnet18.modules.txt --list-nodes='operator=conv*' | FileCheck %s --check-prefix=MODULES --match-full-lines
//      MODULES:0 of 71 nodes
// MODULES-NEXT:calls of modules are selected by their class, as class=Conv2d
// RUN: fx-opt %S/../Models/resnet18.fx.txt --module-tree=%S/../Models/resnet18.modules.txt --list-nodes='class=Conv2d' | FileCheck %s --check-prefix=CONVS
//      CONVS:20 of 71 nodes
// CONVS-NOT: {{.}}

// It shows what passes have left, and the graph too where that is asked for.

// RUN: fx-opt %s --dce --list-nodes -o %t.fx | FileCheck %s --check-prefix=DCE
// DCE: 3 of 3 nodes
// RUN: FileCheck %s --check-prefix=FILE < %t.fx
// FILE:     %relu_1
// FILE-NOT: %neg

// A selector after a blank is not a file, and a word with a glob is a name.

// RUN: %exits 2 fx-opt %s --list-nodes operator=relu 2>&1 | FileCheck %s --check-prefix=BLANK
// RUN: %exits 2 fx-opt --list-nodes operator=relu %s 2>&1 | FileCheck %s --check-prefix=BLANK
// RUN: %exits 2 fx-opt --list-nodes operator=relu < %s 2>&1 | FileCheck %s --check-prefix=BLANK
// BLANK:      error: option '--list-nodes': its selector follows '=', without a blank
// BLANK-NEXT: note: did you mean '--list-nodes='operator=relu''?
// RUN: %exits 2 fx-opt %s --list-nodes='relu* & op=call_function' 2>&1 | FileCheck %s --check-prefix=GLOB
// GLOB: error: there is no key 'relu'
// GLOB: note: did you mean 'name=relu*'?

// RUN: %exits 2 fx-opt %s --list-nodes='operator==(' 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: selector:1:11: error: expected a value after '='

fx 1
graph():
    %x : [num_users=2] = placeholder[target=x] {val: tensor(torch.float32, (2, 3), (3, 1), device("cpu"))}
    %neg : [num_users=0] = call_function[target=torch.neg](args = (%x,), kwargs = {})
    %relu_1 : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {}) {nn_module_stack: {"inner": ("inner", "torch.nn.modules.activation.ReLU")}, stack_trace: "  File \"net.py\", line 12, in forward\n    return relu(x)\n  File \"/usr/lib/python3/torch/nn/functional.py\", line 1500, in relu\n"}
    return %relu_1
