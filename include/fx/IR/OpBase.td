//===- OpBase.td - How operators are declared --------------*- tablegen -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Schemas are written as include/fx/IR/OpSchema.h explains, effects as
// EffectRule in include/fx/IR/OpInfo.h does:
//
//   writes P | aliases P | random | side-effect | opaque   [if [not] C]
//
// P and C are parameters. A rule about a parameter that an overload does not
// have says nothing about that overload.
//
//===----------------------------------------------------------------------===//

#ifndef FX_IR_OPBASE
#define FX_IR_OPBASE

/// A name under which an operator is called. Without schemas the signature
/// follows from the operator list of PyTorch (aten-schemas.txt): `torch.X` and
/// the method X are bindings of aten::X.
class Spelling<string name, list<string> schemas, list<string> effects> {
  string Name = name;
  list<string> Schemas = schemas;
  list<string> Effects = effects;
}

/// A function, called as torch.fx prints it: `torch.nn.functional.relu`.
class Fn<string name, list<string> schemas = [], list<string> effects = []>
    : Spelling<name, schemas, effects>;

/// A method of Tensor by its bare name. The first parameter of each schema is
/// the receiver.
class Method<string name, list<string> schemas = [], list<string> effects = []>
    : Spelling<name, schemas, effects>;

/// Recovers the operand `param` of a call from its `result`: a formula as in
/// ModuleBase.td that may use `result` and the other parameters of `spelling`
/// (empty: every spelling that has no rule of its own). Methods call their
/// receiver `input` here.
class Inverse<string param, code formula, string spelling = ""> {
  string Param = param;
  code Formula = formula;
  string Spelling = spelling;
}

/// A law of an operator f: `outer` of f(x) is `result`. It is a rewrite rule of
/// level 1 that keeps all bits, named OUTER-of-F: `fx-tblgen -gen-op-laws` writes
/// those of all operators as lib/Transforms/Rules/laws.fxr, where `fx-rules check`
/// proves them like any other.
class Law<string outer, string result, string where, string type, string args,
          string why, list<string> except> {
  /// Empty: f itself.
  string Outer = outer;
  /// `%x`, the operand, or `%y`, which is f(x).
  string Result = result;
  /// A condition on `%x`, and on `%y` where that is the result, as rules have
  /// them; empty: none.
  string Where = where;
  /// The type of `%x` in the example.
  string Type = type;
  /// What f gets after `%x` in the example.
  string Args = args;
  /// The documentation of the rule.
  string Why = why;
  /// Programs that stay as they are, as an `example no` says them.
  list<string> Except = except;
}

/// f(f(x)) is f(x).
class Idempotent<string where = "", string type = "f32[3]", string why = "",
                 list<string> except = []>
    : Law<"", "%y", where, type, "", why, except>;

/// f(f(x)) is x.
class Involution<string where = "", string type = "f32[3]", string why = "",
                 list<string> except = []>
    : Law<"", "%x", where, type, "", why, except>;

/// `outer` returns what f returns as it is.
class FixedBy<string outer, string where = "", string args = "",
              string why = "", list<string> except = []>
    : Law<outer, "%y", where, "f32[2, 3]", args, why, except>;

/// One operator. The in-place form aten::X_ and the out overloads are operators
/// of their own (`X_`, `X.out`) that follow from this one.
class Op<string name, list<Spelling> spellings = []> {
  /// The canonical name.
  string Name = name;
  /// One line for docs/Ops.md.
  string Summary = "";
  /// The names that the operator list does not imply, and those whose
  /// signature it does not know.
  list<Spelling> Spellings = spellings;
  /// Names in the operator list that are this operator, without namespace for
  /// aten. Unset: the one called like the operator, if there is one.
  list<string> Aten = ?;
  /// f(a, b) is f(b, a).
  bit Commutative = false;
  /// Elements do not mix.
  bit Pointwise = false;
  /// Effects of every spelling.
  list<string> Effects = [];
  /// How to undo it.
  list<Inverse> Inverses = [];
  /// What is so for all operands.
  list<Law> Laws = [];
  /// What typed builders call: a function, or `.x` for the method x. Unset:
  /// torch.X when aten::X is bound there, else the first function, else the
  /// method.
  string Builder = ?;
  /// The name of the typed view in C++. Unset: Name in CamelCase.
  string CppName = ?;
}

/// How the values of operators follow from those of their operands: the name of
/// a family of include/fx/Analysis/ValueInference.h. `ops` are names of
/// operators as docs/Ops.md has them, names of the operator list, or functions
/// where only one spelling has the rule.
class ValueRule<string rule, list<string> ops> {
  string Rule = rule;
  list<string> Ops = ops;
}

/// Operators that have something in common which their schemas do not say.
/// Rules name the set as `<name>`, C++ as OpSet::DEF. `ops` are names of
/// operators as docs/Ops.md has them, or names of the operator list. A plugin
/// adds operators of its own to a set by its name, without naming the def.
class OpSet<string name, list<string> ops> {
  string Name = name;
  list<string> Ops = ops;
}

#endif // FX_IR_OPBASE
