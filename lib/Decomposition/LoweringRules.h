//===- LoweringRules.h - Calls that have no operator of their name -*- C++ -*-//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_DECOMPOSITION_LOWERINGRULES_H
#define FX_LIB_DECOMPOSITION_LOWERINGRULES_H

#include "Engine.h"
#include "fx/IR/OpOverloads.h"

namespace fx {
class ExportedProgram;
}

namespace fx::decomposition {

/// A call of Python with arguments that stand for values.
struct LoweringCall {
  Engine &E;
  const Node &N;
  llvm::ArrayRef<Argument> Args;
  llvm::ArrayRef<KwArg> Kwargs;

  Context &context() const { return E.context(); }
  /// The argument at \p Place or called \p Name; \p Default where it was not
  /// given.
  Argument arg(unsigned Place, llvm::StringRef Name,
               const Argument &Default = Argument()) const;
  /// Calls `aten::Op`, as Call::call does.
  Argument call(llvm::StringRef Op, llvm::ArrayRef<Argument> Args,
                llvm::ArrayRef<NamedArgument> Named = {}) const;
};

/// Makes the calls, and gives what stands for the result. std::nullopt, having
/// made none, where it does not apply.
using LoweringRule = std::optional<Argument> (*)(LoweringCall &);

/// The rule for the target of \p N, or null.
LoweringRule lookupLoweringRule(const Node &N);

/// \name Parts of the table
/// @{
std::optional<Argument> lowerGetItem(LoweringCall &C);
std::optional<Argument> lowerSetItem(LoweringCall &C);
std::optional<Argument> lowerGetAttr(LoweringCall &C);
/// Functions of Python on numbers and containers.
LoweringRule lookupPythonRule(llvm::StringRef Target);
/// Functions of torch.nn.functional whose Python code chooses an operator.
LoweringRule lookupFunctionalRule(llvm::StringRef Target);
/// @}

/// The call of an operator that writes to its first argument which a call of
/// \p Function with `inplace=True` comes to; nothing for others.
std::optional<OverloadCall>
chooseInPlace(Context &Ctx, const OpTarget &Function, const CallArgs &Call);

/// The value of \p Text when each symbol is \p Scale times that of the example,
/// and for more than 1 different from all others.
std::optional<int64_t> evaluateScaled(const ExportedProgram &P, Symbol Text,
                                      unsigned Scale);

/// How many examples decide what Python code does for all sizes.
inline constexpr unsigned NumExamples = 5;

/// Writes into the first of \p Traces, one for each scale of the example from
/// 1, what they do for all sizes: numbers that differ are expressions of the
/// symbols of \p P. False where the calls differ, or a number is none that all
/// examples agree on.
bool mergeTraces(Engine &E, ExportedProgram &P,
                 llvm::ArrayRef<std::unique_ptr<GraphModule>> Traces);

} // namespace fx::decomposition

#endif // FX_LIB_DECOMPOSITION_LOWERINGRULES_H
