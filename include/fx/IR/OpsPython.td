//===- OpsPython.td - Functions of Python ------------------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_OPSPYTHON
#define FX_IR_OPSPYTHON

include "fx/IR/OpBase.td"

//===----------------------------------------------------------------------===//
// operator
//===----------------------------------------------------------------------===//

def ContainsOpOp
    : Op<"contains", [Fn<"operator.contains", ["(Any a, Any b, /) -> Any"]>]>;

def ConcatSequencesOp : Op<"concat_sequences",
                           [Fn<"operator.concat", ["(Any a, Any b, /) -> Any"],
                               ["aliases a", "aliases b"]>]>;

def CountOfOp
    : Op<"count_of", [Fn<"operator.countOf", ["(Any a, Any b, /) -> Any"]>]>;

def IndexOfOp
    : Op<"index_of", [Fn<"operator.indexOf", ["(Any a, Any b, /) -> Any"]>]>;

def IsOp : Op<"is", [Fn<"operator.is_", ["(Any a, Any b, /) -> Any"]>]> {
  let CppName = "PyIs";
}

def IsNotOp
    : Op<"is_not", [Fn<"operator.is_not", ["(Any a, Any b, /) -> Any"]>]>;

def PyIndexOp : Op<"py_index", [Fn<"operator.index", ["(Any a, /) -> Any"]>]>;

def LengthHintOp
    : Op<"length_hint",
         [Fn<"operator.length_hint", ["(Any obj, int default=0, /) -> int"]>]>;

def PyCallOp
    : Op<"py_call",
         [Fn<"operator.call", ["(Any obj, Any *args, Any **kwargs) -> Any"],
             ["opaque"]>]>;

//===----------------------------------------------------------------------===//
// math
//===----------------------------------------------------------------------===//

class MathOp<string name, string params>
    : Op<"math."#name, [Fn<"math."#name, ["("#params#", /) -> Any"]>]>;

// Functions of one number.
foreach name = ["acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt",
                "ceil", "cos", "cosh", "degrees", "erf", "erfc", "exp", "exp2",
                "expm1", "fabs", "factorial", "floor", "frexp", "gamma",
                "isfinite", "isinf", "isnan", "isqrt", "lgamma", "log10",
                "log1p", "log2", "modf", "radians", "sin", "sinh", "sqrt",
                "tan", "tanh", "trunc", "ulp", "fsum"] in def Math_#name
    : MathOp<name, "Any x">;

foreach name = ["atan2", "comb", "copysign", "dist", "fmod", "ldexp",
                "nextafter", "pow", "remainder"] in def Math_#name
    : MathOp<name, "Any x, Any y">;

foreach name = ["gcd", "hypot", "lcm"] in def Math_#name
    : Op<"math."#name, [Fn<"math."#name, ["(Any *numbers) -> Any"]>]>;

def Math_log : MathOp<"log", "Any x, Any base=None">;
def Math_perm : MathOp<"perm", "Any n, Any k=None">;
def Math_prod
    : Op<"math.prod",
         [Fn<"math.prod", ["(Any iterable, /, *, Any start=1) -> Any"]>]>;
def Math_isclose
    : Op<"math.isclose",
         [Fn<"math.isclose", ["(Any a, Any b, *, float rel_tol=1e-09, float "
                              "abs_tol=0.0) -> bool"]>]>;

//===----------------------------------------------------------------------===//
// builtins
//===----------------------------------------------------------------------===//

class Builtin<string name, string params, list<string> effects = []>
    : Op<"builtins."#name, [Fn<"builtins."#name, ["("#params#") -> Any"],
                               effects>]>;

// Of one value, giving a new one.
foreach name = ["abs", "all", "any", "ascii", "bin", "bool", "callable", "chr",
                "complex", "dict", "float", "frozenset", "hash", "hex", "id",
                "len", "oct", "ord", "repr", "str", "type",
                "vars"] in def Builtin_#name
    : Builtin<name, "Any *args, Any **kwargs">;

// Giving a container of what they are given, or a part of it.
foreach name = ["enumerate", "filter", "iter", "list", "map", "max", "min",
                "reversed", "set", "slice", "sorted", "sum", "tuple",
                "zip"] in def Builtin_#name
    : Builtin<name, "Any *args, Any **kwargs", ["aliases args"]>;

def Builtin_divmod : Builtin<"divmod", "Any x, Any y, /">;
def Builtin_format : Builtin<"format", "Any value, str format_spec='', /">;
def Builtin_int : Builtin<"int", "Any *args, Any **kwargs">;
def Builtin_isinstance : Builtin<"isinstance", "Any obj, Any class, /">;
def Builtin_issubclass : Builtin<"issubclass", "Any cls, Any class, /">;
def Builtin_pow : Builtin<"pow", "Any base, Any exp, Any mod=None">;
def Builtin_range : Builtin<"range", "Any *args">;
def Builtin_round : Builtin<"round", "Any number, Any ndigits=None">;
def Builtin_next
    : Builtin<"next", "Any iterator, Any default=None, /",
              ["writes iterator", "aliases iterator", "aliases default"]>;
def Builtin_print
    : Builtin<"print", "Any *args, Any **kwargs", ["side-effect"]>;

#endif // FX_IR_OPSPYTHON
