fx 1
// Values that Python has no literal for. The message names the line of the node.
// RUN: %exits 1 fx-translate %s --to=python 2>&1 | FileCheck %s
// CHECK: translate-python-errors.fx:[[@LINE+3]]:5: error: the symbolic expression 's0*2' cannot be written as an argument in Python
graph():
    %x : [num_users=1] = placeholder[target=x]
    %view : [num_users=1] = call_method[target=view](args = (%x, sym("s0*2")), kwargs = {})
    return %view
// JSON has no lines, so its node is named.
// RUN: fx-translate %s -o %t.json && %exits 1 fx-translate %t.json --to=python 2>&1 | FileCheck %s --check-prefix=JSON
// JSON: .json: error: the symbolic expression 's0*2' cannot be written as an argument in Python (in %view)
