//===- RuleOps.h - Operators as rules name them -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_RULEOPS_H
#define FX_LIB_REWRITE_RULEOPS_H

#include "Program.h"

namespace fx::rewrite {

/// The operator that \p Name means: `relu`, `mean.dim`, `mylib.f.default`,
/// `torch.relu`. No operator where there is none.
OpChoice lookupRuleOp(llvm::StringRef Name);
/// The one operator that \p E calls; no operator where it is not a call, or one
/// of several operators.
OpChoice operatorOf(const Expr &E);

/// An operator that programs of torch.export have in the place of another.
struct SecondName {
  llvm::StringLiteral Of, Name;
  bool IsReversed; ///< The two operands are exchanged.
};
/// What stands for \p Op, or null: `rsub` for `sub`.
const SecondName *lookupSecondName(const OpInfo &Op);

/// The members of a set that the language knows: `pointwise`, or an OpSet;
/// false when there is no such set.
bool lookupRuleSet(llvm::StringRef Name,
                   llvm::SmallVectorImpl<const OpInfo *> &Ops);

/// Names of arguments that a call gives: nothing for those by position.
struct GivenArgs {
  llvm::ArrayRef<llvm::StringRef> Names;
  /// Others may be there.
  bool AllowsOthers = false;
};

/// Fills the signatures of \p Op that take \p Args; false when there is none.
bool findSignatures(OpChoice &Op, const GivenArgs &Args);

/// Schemas of \p Op, for messages.
std::string describeSchemas(const OpInfo &Op);

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_RULEOPS_H
