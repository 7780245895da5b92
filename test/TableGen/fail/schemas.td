// RUN: not fx-tblgen -gen-op-builders -I %fx_src_root/include %s 2>&1 | FileCheck %s

// Each mistake in a schema has its message and its column.

include "fx/IR/OpBase.td"

class Schema<string text> : Op<"a", [Fn<"my.a", [text]>]>;

// CHECK: schemas.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 10: expected ',' or ')'
def A : Schema<"(Tensor x">;
// CHECK: schemas.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 1: expected '('
def B : Schema<"Tensor x) -> Tensor">;
// CHECK: schemas.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 4: expected '->'
def C : Schema<"() Tensor">;
// CHECK: schemas.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 7: expected a type
def D : Schema<"() -> ">;
// CHECK: schemas.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 13: unknown type 'tensor'
def E : Schema<"() -> tensor">;
// CHECK: schemas.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 9: expected the letter of an alias set
def F : Schema<"(Tensor(3) x) -> Tensor">;
// CHECK: schemas.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 11: expected ')' after an alias set
def G : Schema<"(Tensor(a x) -> Tensor">;
// CHECK: schemas.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 10: a second '?'
def H : Schema<"(Tensor?? x) -> Tensor">;
// CHECK: schemas.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 7: a fixed size must be between 1 and 255
def I : Schema<"(int[0] x) -> int">;
// CHECK: schemas.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 9: a fixed size must be between 1 and 255
def J : Schema<"(int[300] x) -> int">;
// CHECK: schemas.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 7: expected ']'
def K : Schema<"(int[3 x) -> int">;
// CHECK: schemas.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 13: lists nest too deeply
def L : Schema<"(int[][][][] x) -> int">;
// CHECK: schemas.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 5: expected the name of a parameter
def M : Schema<"(int) -> int">;
// CHECK: schemas.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 8: expected a default after '='
def N : Schema<"(int x=) -> int">;
// CHECK: schemas.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 18: the default of a parameter does not end
def O : Schema<"(str x='x) -> int">;
// CHECK: schemas.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 16: parameter 'y' without a default follows one with a default
def P : Schema<"(int x=3, int y) -> int">;
// CHECK: schemas.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 9: a variadic parameter has no default
def Q : Schema<"(int *x=3) -> int">;
// CHECK: schemas.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 16: nothing may follow the '**' parameter
def R : Schema<"(int **x, int y) -> int">;
// CHECK: schemas.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 14: a second parameter 'x'
def S : Schema<"(int x, int x) -> int">;
// CHECK: schemas.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 3: '/' must follow positional parameters
def T : Schema<"(/, int x) -> int">;
// CHECK: schemas.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 6: a second '*'
def U : Schema<"(*, *, int x) -> int">;
// CHECK: schemas.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 11: '*x' after '*'
def V : Schema<"(*, int *x) -> int">;
// CHECK: schemas.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 21: expected ',' or ')' in the results
def W : Schema<"(int x) -> (int, int">;
// CHECK: schemas.td:[[#@LINE+1]]:5: error: schema of 'my.a': column 18: text after the schema
def X : Schema<"(int x) -> int y z">;
