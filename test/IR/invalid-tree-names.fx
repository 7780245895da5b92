// V19: names in one module (err_verify_tree_name).
// RUN: not fx-opt %s --print-format=none 2>&1 | FileCheck %s

fx 1
module = my.Net {
    a = parameter(torch.float32, (1,))
// CHECK: invalid-tree-names.fx: error: the names in the root module are wrong: there is a dot in 'a.b'
    "a.b" = value(3)
}
graph():
    return None
