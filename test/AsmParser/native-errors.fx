// Mistakes of native text: each is reported with its place, and reading goes on
// at the next line.
// RUN: not fx-opt %s 2>&1 | FileCheck %s --strict-whitespace
fx 1
module net = Net {
  conv = torch.nn.Conv2d(1, 1)
  conv = torch.nn.Conv2d(1, 1)
  a = torch.nn.ReLU(inplace=True, inplace=False)
  w = parameter(torch.float32, 3)
  v = parameter(torch.float32, (3,), pinned=True)
  graph():
      return None
}
graph():
    %x : [num_users=0] = placeholder[target=x]
    %a : [num_users=0] = call_function[target=f](args = (%x, "abc), kwargs = {})
    %b : [num_users=0] = call_function[target=f](args = ("a\q",), kwargs = {})
    %c : [num_users=0] = call_function[target=f](args = (01,), kwargs = {})
    %d : [num_users=0] = call_function[target=f](args = (reflect,), kwargs = {})
    %e : [num_users=0] = call_function[target=f](args = ({%x: 1},), kwargs = {})
    %f : [num_users=0] = call_function[target=f](args = (), kwargs = {}) {k: %x}
    %g : [num_users=0] = call_function[target=f](args = (), kwargs = {a: 1, a: 2})
    %h : [num_users=0] = call_function[target=f](args = (%x), kwargs = {})
    %i : [num_users=0] = call_function[target=f](args = (1,), kwargs = {}) rest
    %j : [num_users=0] = call_function[target=f](args = (tensor(1, 2, 3, 4),), kwargs = {})
    %k : [num_users=0] = call[target=f](args = (), kwargs = {})
    %l : [num_users=0
    %x : [num_users=0] = placeholder[target=y]
    %m : [num_users=0] = call_function[target=f](args = (%nowhere,), kwargs = {})
    %n : [num_users=0] = call_function[target=f](args = (%o,), kwargs = {})
    %o : [num_users=0, users=(%n, %x)] = call_function[target=f](args = (), kwargs = {})
    return None

// CHECK: native-errors.fx:7:3: error: the module has a member 'conv' already
// CHECK-NEXT:  conv = torch.nn.Conv2d(1, 1)
// CHECK-NEXT:  ^~~~
// CHECK: :8:35: error: 'inplace' is given twice
// CHECK: :9:17: error: a tensor is described by a dtype, a tuple of sizes, a tuple of strides or None, and a device or None
// CHECK: :10:38: error: 'pinned' is not an option of a tensor, or its value is wrong; the options are requires_grad, persistent and pickled (True or False), record (a string) and type
// CHECK: :11:3: error: the module has a graph already, or is the root, whose graph follows the header
// CHECK: :16:62: error: the string does not end on its line
// CHECK: :17:60: error: unknown escape in a string; there are \\ \" \n \t \r and \xHH
// CHECK: :18:58: error: '01' is not a number, or is out of range
// CHECK: :19:58: error: unknown word 'reflect'; write strings in double quotes
// CHECK: :20:59: error: a node is not allowed in the key of a dictionary
// CHECK: :21:78: error: a node is not allowed here
// CHECK: :22:77: error: 'a' is given twice
// CHECK: :23:60: error: expected ',', which makes this a tuple of one
// CHECK: :24:76: error: expected the end of the line
// CHECK: :25:58: error: a tensor is described by a dtype
// CHECK: :26:26: error: unknown opcode 'call'
// CHECK-NEXT:    %k
// CHECK-NEXT: ^~~~
// CHECK-NEXT: note: the opcodes are placeholder, get_attr, call_function, call_method, call_module and output
// CHECK: :27:22: error: expected ']' before the line ends
// CHECK: :28:5: error: %x is defined twice
// CHECK: :15:5: note: defined here
// CHECK: error: too many errors; the rest is not shown
