// RUN: not fx-tblgen -gen-module-table -I %fx_src_root/include %s 2>&1 | FileCheck %s

// Everything that a formula can be refused for.

include "fx/IR/ModuleBase.td"

class Of<code formula> : ModuleClass<"my." # NAME, "(int n=1)"> {
  let Tensors = [Param<"weight">];
  let Submodules = ["child"];
  let Expansion = formula;
}

// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A01': line 1: unknown name 'x'
def A01 : Of<[{ return x }]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A02': line 1: the class has no parameter or tensor 'bias'
def A02 : Of<[{ return self.bias }]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A03': line 1: the constructor has no parameter 'weight'
def A03 : Of<[{ return init.weight }]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A04': line 1: the class has no submodule 'other'
def A04 : Of<[{ return self.other(input) }]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A05': line 1: 'self.children' takes one argument
def A05 : Of<[{ return self.children() }]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A06': line 1: unknown helper 'quadruple'
def A06 : Of<[{ return quadruple(self.n) }]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A07': line 1: 'pair' takes 1 arguments, not 2
def A07 : Of<[{ return pair(self.n, 2) }]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A08': line {{[0-9]}}: the formula may end without 'return'
def A08 : Of<[{ x = input }]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A09': line {{[0-9]}}: the formula may end without 'return'
def A09 : Of<[{
  if self.n:
    return input
}]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A10': line 3: a statement that is never reached
def A10 : Of<[{
  return input
  x = input
}]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A11': line 1: expected ',' or ')', found ']'
def A11 : Of<[{ return F.relu(input] }]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A12': line 1: a positional argument follows a keyword argument
def A12 : Of<[{ return F.relu(inplace=True, input) }]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A13': line 1: a second argument 'a'
def A13 : Of<[{ return F.relu(a=1, a=2) }]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A14': line 1: the string does not end
def A14 : Of<[{ return 'x }]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A15': line 1: strings have no escapes here
def A15 : Of<[{ return '\n' }]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A16': line 1: unexpected character '$'
def A16 : Of<[{ return $ }]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A17': line 3: the indentation fits no line above
def A17 : Of<[{
    x = input
  return x
}]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A18': line 3: expected a statement, found an indented line
def A18 : Of<[{
  x = input
    return x
}]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A19': line 3: expected an indented line, found 'return'
def A19 : Of<[{
  if self.n:
  return input
}]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A20': line 1: expected 'else', found the end of the line
def A20 : Of<[{ return 1 if self.n }]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A21': line 1: only 'is None' and 'is not None' are understood
def A21 : Of<[{ return self.n is 1 }]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A22': line 1: 'self' must be followed by '.'
def A22 : Of<[{ return self }]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A23': line 1: expected a statement, found 'for'
def A23 : Of<[{ for x in input: }]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A24': line 1: malformed number '1.2.3'
def A24 : Of<[{ return 1.2.3 }]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A25': line 1: expressions nest too deeply
def A25 : Of<!foldl("return ", !range(120), text, i, text # "(") # "1" #
             !foldl("", !range(120), text, i, text # ")")>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A26': line 1: expected the end of the line, found '2'
def A26 : Of<[{ return 1 2 }]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A27': line 1: expected ',' or ')', found '2'
def A27 : Of<[{ return (1 2) }]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A28': line 1: expected a value, found '*'
def A28 : Of<[{ return * }]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A29': line 1: expected a name after '.'
def A29 : Of<[{ return input.1 }]>;
// CHECK: formulas.td:[[#@LINE+1]]:5: error: expansion of 'my.A30': line 1: a bracket is not closed
def A30 : Of<[{ return F.relu(input, }]>;
