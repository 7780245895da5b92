//===- SymbolicMath.h - Arithmetic with symbolic sizes ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Sizes are Arguments: an Int, or a SymExpr that a program explains
/// (ExportedProgram::symbolic). SymbolicMath computes with them and brings
/// results into the form that SymPy gives them in PyTorch, so that equal sizes
/// mostly have equal texts; equal() tells equality whatever the text. Nothing
/// is ever executed: expressions are read by SymbolicExpr's grammar, and one
/// that is not understood stands for itself.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ANALYSIS_SYMBOLICMATH_H
#define FX_ANALYSIS_SYMBOLICMATH_H

#include "fx/IR/Argument.h"
#include <memory>
#include <optional>

namespace fx {

class Context;
class ExportedProgram;
class GraphModule;

/// Arithmetic and comparisons of sizes, which may be symbols.
class SymbolicMath {
public:
  /// The binary operations on numbers that may be symbolic. The last six are
  /// comparisons, whose result is a Bool or symbolic.
  enum Operation : uint8_t {
    Add,
    Sub,
    Mul,
    FloorDiv,
    Mod,
    Max,
    Min,
    Pow,
    TrueDiv, ///< Its result is a Float or symbolic.
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge
  };

  /// \p Program explains symbolic texts; null: each stands for itself. Both
  /// outlive this.
  SymbolicMath(Context &Ctx, const ExportedProgram *Program);
  /// The same for the program of \p M, or what its graph says: where there is
  /// no program, the metadata `symbols` of placeholders explains texts. It is a
  /// dictionary from text to source, type (`int`, `float`, `bool`), and the
  /// least and greatest number or None.
  explicit SymbolicMath(const GraphModule &M);
  ~SymbolicMath();

  Context &context() const;

  /// A op B. Both are Int, Float, Bool or SymExpr; anything else, division by
  /// zero and overflow give None. O(1) for integers; O(size) the first time
  /// for symbolic operands, remembered.
  Argument apply(Operation Op, const Argument &A, const Argument &B);
  Argument add(const Argument &A, const Argument &B) {
    return apply(Add, A, B);
  }
  Argument sub(const Argument &A, const Argument &B) {
    return apply(Sub, A, B);
  }
  Argument mul(const Argument &A, const Argument &B) {
    return apply(Mul, A, B);
  }
  Argument floorDiv(const Argument &A, const Argument &B) {
    return apply(FloorDiv, A, B);
  }
  Argument max(const Argument &A, const Argument &B) {
    return apply(Max, A, B);
  }
  Argument min(const Argument &A, const Argument &B) {
    return apply(Min, A, B);
  }
  /// `not A`, and A as a float.
  Argument logicalNot(const Argument &A);
  Argument toFloat(const Argument &A);

  /// Whether A and B are the same number, whatever it is.
  bool equal(const Argument &A, const Argument &B);

  /// Whether A and B differ for some number that the program may be run with,
  /// though perhaps not in the example: where their difference is linear in one
  /// symbol, whose range leaves it free. False where that is not known.
  bool mayDiffer(const Argument &A, const Argument &B);

  /// A number for \p A: that of the inputs which the program was exported
  /// with. Symbols without one, which stand for data, count as large. For
  /// comparisons that PyTorch decides by the example too, such as the order of
  /// strides.
  int64_t hint(const Argument &A);
  /// Whether that number is known.
  bool hasHint(const Argument &A);

  /// Whether they are equal(), or are so in the example.
  bool sameByExample(const Argument &A, const Argument &B) {
    return A == B || equal(A, B) || hint(A) == hint(B);
  }

  /// Whether a comparison is true by the example, or where data decide, for all
  /// numbers within the ranges that the program gives.
  bool surely(Operation Comparison, const Argument &A, const Argument &B);
  /// What a comparison gives for all numbers that the program may be run with:
  /// those within its ranges, and 0 and 1 where that of a size begins at 2 or
  /// below (PyTorch's rule). Nothing where it gives both, or is not known.
  std::optional<bool> decide(Operation Comparison, const Argument &A,
                             const Argument &B);

  /// Whether \p A is an Int, and \p Value.
  static bool isInt(const Argument &A, int64_t Value) {
    return A.isInt() && A.asInt() == Value;
  }

  /// \name Numbers that only data determine: `u0`, for floats `zuf0`, and so on
  /// @{
  /// A new symbol, of a number between \p Min and \p Max; None where new
  /// symbols are not allowed, or where there is no program.
  Argument fresh(bool IsFloat, std::optional<int64_t> Min = std::nullopt,
                 std::optional<int64_t> Max = std::nullopt);
  /// Allows or forbids new symbols from now on, and forgets those that were
  /// never passed to explain().
  void allowFresh(bool Allow);
  /// @}

  /// Adds to \p Program of the constructor every symbolic text inside \p Value
  /// that it does not know yet, and all new symbols.
  void explain(const Argument &Value, ExportedProgram &Program);

private:
  struct Impl;
  std::unique_ptr<Impl> I;
};

} // namespace fx

#endif // FX_ANALYSIS_SYMBOLICMATH_H
