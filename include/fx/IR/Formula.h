//===- Formula.h - Formulas that make nodes ---------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Formulas are written in td files, in a small subset of Python: what a module
/// computes, how an operation is undone. fx-tblgen checks them and writes them
/// as prefix code; this evaluates the code. Arithmetic on constants is folded;
/// everything that touches a node becomes a node, spelled and named as
/// torch.fx's tracer would have recorded it.
///
/// The language (include/fx/IR/ModuleBase.td has examples):
///
///   name = EXPR         a, b = EXPR          return EXPR
///   if EXPR:  elif EXPR:  else:              raise "message"
///   numbers, strings, None, True, False, (tuples), [lists], names
///   + - * / // % ** @ & | ^ << >>, unary - + ~, comparisons, in, is [not]
///   None, and, or, not, `a if c else b`, x[i], x[a:b]
///   f(...)         torch.* and other dotted names: a call_function; `F.relu`
///                  is torch.nn.functional.relu
///   x.f(...)       on a local value: a call_method; x.f is builtins.getattr
///   self.x         a constructor argument, or get_attr of a tensor
///   self.training  whether the module is in training mode
///   self.x(...)    a call_module of the submodule x
///   self.from_torch1  whether PyTorch 1 printed the graph
///   self.children(x)  calls of all children, each with the result of the last
///   init.x         the constructor argument when a tensor has the same name
///   helpers on constants: single, pair, triple, reverse_pairs, same_pads,
///                  spread, len, tuple, list, int, float, str, abs, min, max,
///                  is_tuple, is_str, is_node, same (the same node or
///                  constant), log, rank (of a tensor, or None where it is not
///                  known)
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_FORMULA_H
#define FX_IR_FORMULA_H

#include "fx/IR/Argument.h"
#include "llvm/Support/Error.h"

namespace fx {

class Graph;

/// Answers what a formula asks about `self`. The defaults know nothing.
class FormulaHost {
public:
  virtual ~FormulaHost();
  /// The value of `self.NAME`, a node for a tensor.
  virtual llvm::Expected<Argument> selfAttribute(llvm::StringRef Name);
  /// The constructor argument NAME.
  virtual llvm::Expected<Argument> initArgument(llvm::StringRef Name);
  /// Calls the submodule NAME, or with the name `*` all children in a chain.
  virtual llvm::Expected<Argument> callSubmodule(llvm::StringRef Name,
                                                 llvm::ArrayRef<Argument> Args,
                                                 llvm::ArrayRef<KwArg> Kwargs);
};

/// A name that a formula may use, and its value.
struct FormulaLocal {
  llvm::StringRef Name;
  Argument Value;
};

/// Runs Code, the output of fx-tblgen, with Locals defined. New nodes are at
/// the insertion point of G and are appended to Created. The result is what
/// the formula returns. Fails when the formula raises, when a condition or an
/// index depends on the value of a node, and when constants do not fit an
/// operation; nodes made so far are in Created. Linear in the code.
llvm::Expected<Argument>
evaluateFormula(llvm::StringRef Code, Graph &G,
                llvm::ArrayRef<FormulaLocal> Locals, FormulaHost &Host,
                llvm::SmallVectorImpl<Node *> &Created);

} // namespace fx

#endif // FX_IR_FORMULA_H
