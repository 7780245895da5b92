//===- SymbolicTerms.h - Terms in SymPy's form ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Terms are interned: equal ones are one. The functions that make them apply
// the rules by which SymPy, with PyTorch's own functions, evaluates the same
// calls: sums and products are flat, numbers are folded, like terms are
// collected, a number times one sum is multiplied out.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ANALYSIS_SYMBOLICTERMS_H
#define FX_LIB_ANALYSIS_SYMBOLICTERMS_H

#include "fx/IR/SymbolicExpr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include <optional>

namespace fx::detail {

struct SymbolicTerm : llvm::FoldingSetNode {
  enum TermKind : uint8_t { Integer, Symbol, Sum, Product, Power, Call, Other };
  TermKind Kind = Integer;
  /// It is never below this.
  std::optional<int64_t> Lower;
  bool IsFloat = false, IsBool = false;
  /// Size and depth of the term when it is written out as a tree.
  uint32_t Nodes = 1, Depth = 0;
  int64_t Value = 0;
  /// Name of a symbol or function, text of an Other.
  llvm::StringRef Name;
  /// How archives spell it: symbols and Others only.
  llvm::StringRef Source;
  llvm::ArrayRef<const SymbolicTerm *> Operands;

  bool isAtLeast(int64_t V) const { return Lower && *Lower >= V; }
  bool isInteger(int64_t V) const { return Kind == Integer && Value == V; }
  void Profile(llvm::FoldingSetNodeID &ID) const {
    profile(ID, Kind, Value, Name, Operands);
  }
  static void profile(llvm::FoldingSetNodeID &ID, TermKind Kind, int64_t Value,
                      llvm::StringRef Name,
                      llvm::ArrayRef<const SymbolicTerm *> Operands) {
    ID.AddInteger(unsigned(Kind));
    ID.AddInteger(Value);
    ID.AddString(Name);
    for (const SymbolicTerm *T : Operands)
      ID.AddPointer(T);
  }
};

/// Makes terms and owns them. Functions that return null met an overflow, a
/// division by zero or an expression that is too large.
class SymbolicTable {
public:
  using Term = const SymbolicTerm *;

  Term integer(int64_t Value);
  Term symbol(llvm::StringRef Name, llvm::StringRef Source);
  /// The same for all texts that say the same number. Without a \p Source,
  /// that is as short as says it.
  Term real(double Value, llvm::StringRef Source = "");
  /// A text that is not understood.
  Term other(llvm::StringRef Text, llvm::StringRef Source, bool IsFloat,
             bool IsBool);
  Term sum(llvm::ArrayRef<Term> Terms);
  Term product(llvm::ArrayRef<Term> Factors);
  Term power(Term Base, int64_t Exponent);
  Term negate(Term A);
  Term floorDiv(Term A, Term B);
  Term modulo(Term A, Term B);
  Term extremum(bool Max, Term A, Term B);
  /// A function that is not evaluated.
  Term call(llvm::StringRef Name, llvm::ArrayRef<Term> Operands);
  Term fromExpr(const SymbolicExpr &E);

  /// \p T divided by \p Divisor where that is an integer whatever the symbols
  /// are; \p Divisor is not the number 0.
  Term exactQuotient(Term T, Term Divisor);
  /// Products of sums multiplied out everywhere.
  Term expand(Term T);
  /// As archives spell it.
  void print(Term T, std::string &Out) const;

private:
  Term make(SymbolicTerm::TermKind Kind, int64_t Value, llvm::StringRef Name,
            llvm::ArrayRef<Term> Operands, llvm::StringRef Source = {});
  /// The integer that \p T is times, and the rest of it.
  std::pair<int64_t, Term> splitCoefficient(Term T);
  int64_t content(Term T);

  llvm::BumpPtrAllocator Memory;
  llvm::FoldingSet<SymbolicTerm> Terms;
  uint32_t NumTerms = 0;
};

/// What \p T is where its operands are \p Values; nothing on overflow, division
/// by zero, and for functions that are not known.
std::optional<int64_t> fold(const SymbolicTerm &T,
                            llvm::ArrayRef<int64_t> Values);

/// SymPy's order of the factors of a product.
bool factorLess(const SymbolicTerm *A, const SymbolicTerm *B);

} // namespace fx::detail

#endif // FX_LIB_ANALYSIS_SYMBOLICTERMS_H
