//===- RuleFunctions.h - What conditions and constants call -----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_RULEFUNCTIONS_H
#define FX_LIB_REWRITE_RULEFUNCTIONS_H

#include "fx/IR/Argument.h"
#include <optional>

namespace fx::rewrite {

/// The functions of the language, in the order of the table in Functions.cpp;
/// those that were registered have the numbers after these.
enum class FunctionId : uint16_t {
  Rank,
  Shape,
  Size,
  Numel,
  Strides,
  DTypeOf,
  DeviceOf,
  Users,
  Returned,
  Given,
  SameType,
  ExpandsTo,
  Lossless,
  IsFloat,
  IsInt,
  IsBool,
  IsComplex,
  Contiguous,
  Near,
  NegativeZero,
  Wrap,
  Swap,
  Inverse,
  Range,
  Len,
  Prod,
  Sum,
  Min,
  Max,
  Abs,
  Sorted,
  All,
  Any,
  Zip,
  Mod,
  ConstOf,
  ValueOf,
  OpenRows,
  Offset,
  Dense,
  Broadcast,
  DeadMemory,
  FreshMemory,
  LastUse,
  Count,
  NameOf,
  TextOf,
  EquationOf
};
constexpr unsigned NumFunctions = unsigned(FunctionId::EquationOf) + 1;

struct FunctionInfo {
  llvm::StringRef Name;
  FunctionId Id;
  uint8_t MinArgs, MaxArgs;
  /// It asks about values of the graph, and gives a constant.
  bool TakesValues;
};

/// The function called \p Name, or null.
const FunctionInfo *lookupFunctionInfo(llvm::StringRef Name);
/// The name of a function of the language.
llvm::StringRef functionName(FunctionId Id);

class TermEvaluator;

/// Calls \p Id. Nothing where the result is not known; \p E holds the reason.
std::optional<Argument> callFunction(TermEvaluator &E, FunctionId Id,
                                     llvm::ArrayRef<Argument> Args);

/// What `text` gives: \p A as native text writes it, with single quotes;
/// nothing where it has values of the graph.
std::optional<std::string> textOfConstant(const Argument &A,
                                          const Context &Ctx);

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_RULEFUNCTIONS_H
