//===- FXSchemas.h - What schemas say of arguments --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a bare word of print(graph) is a string is often known only from the
// schemas of the operator that is called.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ASMPARSER_FXSCHEMAS_H
#define FX_LIB_ASMPARSER_FXSCHEMAS_H

#include "fx/IR/Graph.h"
#include "fx/IR/OpInfo.h"
#include "llvm/ADT/DenseMap.h"

namespace fx::asmparser {

/// A place among the arguments of the current call.
struct FXPlace {
  uint32_t Index = 0;
  Symbol Keyword;
};

class FXSchemas {
public:
  /// \p Args are those of the current call, as far as they are read.
  FXSchemas(Context &Ctx, const ArgSpecBuilder &Args) : Ctx(Ctx), Args(Args) {}

  /// Makes this the current call.
  void beginCall(Opcode Op, Symbol Target) {
    CurrentOp = Op;
    CurrentTarget = Target;
    Current = nullptr;
  }

  /// The kind of value that every overload wants at \p At; Any when they do not
  /// agree or nothing is known.
  SchemaKind kindAt(const FXPlace &At);
  /// Whether the current target wants a text at \p At.
  bool wantsText(const FXPlace &At) {
    const TargetInfo &Info = targetInfo();
    return (Info.TakesText && kindAt(At) == SchemaKind::Str) ||
           (Info.IsGetItem && isTextKey(At));
  }
  /// Whether the argument at \p At can be \p Text at all, if that is a text.
  bool canHoldText(const FXPlace &At, llvm::StringRef Text);
  /// Whether a keyword argument of the current call can have this name.
  bool isKeyword(llvm::StringRef Name);
  /// How many of \p NumArgs arguments are more than any overload takes.
  size_t countSurplus(size_t NumArgs);
  /// Whether a device is a device here; Python functions take strings, too.
  bool takesDevices() { return targetInfo().Op->isOperatorOverload(); }
  /// Whether \p Word is an operator here: `aten.add.Tensor` as an argument.
  bool isOperator(llvm::StringRef Word) const;

private:
  /// What is known of the target of a call.
  struct TargetInfo {
    const OpTarget *Op = nullptr;
    bool TakesText = false; ///< Some parameter is a `str`.
    bool IsGetItem = false; ///< It is operator.getitem.
  };
  const TargetInfo &targetInfo() {
    return LLVM_LIKELY(Current != nullptr) ? *Current : findTarget();
  }
  const TargetInfo &findTarget();
  /// Whether the argument at \p At is the key of a `Dict[str, ...]`.
  bool isTextKey(const FXPlace &At) const;

  Context &Ctx;
  const ArgSpecBuilder &Args;
  Opcode CurrentOp = Opcode::CallFunction;
  Symbol CurrentTarget;
  llvm::DenseMap<uint64_t, TargetInfo> Targets;
  /// What is known of CurrentTarget; null before the first question.
  const TargetInfo *Current = nullptr;
};

} // namespace fx::asmparser

#endif // FX_LIB_ASMPARSER_FXSCHEMAS_H
