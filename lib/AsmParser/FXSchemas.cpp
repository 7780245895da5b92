//===- FXSchemas.cpp - What schemas say of arguments ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FXSchemas.h"
#include "fx/IR/OpRegistry.h"

using namespace fx;
using namespace fx::asmparser;
using namespace llvm;

const FXSchemas::TargetInfo &FXSchemas::findTarget() {
  static constexpr TargetInfo Unknown;
  if (CurrentOp != Opcode::CallFunction && CurrentOp != Opcode::CallMethod)
    return *(Current = &Unknown);
  bool Method = CurrentOp == Opcode::CallMethod;
  uint64_t Key = uint64_t(CurrentTarget.id()) << 1 | Method;
  auto [It, New] = Targets.try_emplace(Key);
  TargetInfo &Info = It->second;
  if (New) {
    Info.Op =
        Method ? Ctx.methodOp(CurrentTarget) : Ctx.functionOp(CurrentTarget);
    Info.IsGetItem = !Method && CurrentTarget == "operator.getitem";
    if (Info.Op)
      for (const OpSchema &Schema : Info.Op->overloads())
        for (const SchemaParam &Param : Schema.params())
          Info.TakesText |= Param.Type.Kind == SchemaKind::Str;
  }
  // Valid until the next call: the map may grow.
  return *(Current = &Info);
}

/// The parameter that takes the argument at \p At, or null.
static const SchemaParam *findParam(const OpSchema &Schema, uint32_t Index,
                                    Symbol Keyword) {
  ArrayRef<SchemaParam> Params = Schema.params();
  if (Keyword) {
    std::optional<unsigned> Found = Schema.findParam(Keyword.str());
    return Found ? &Params[*Found] : nullptr;
  }
  for (const SchemaParam &Param : Params) {
    if (Param.Kind == ParamKind::VarPositional)
      return &Param;
    if (Param.Kind == ParamKind::KeywordOnly ||
        Param.Kind == ParamKind::VarKeyword)
      return nullptr;
    if (Index-- == 0)
      return &Param;
  }
  return nullptr;
}

SchemaKind FXSchemas::kindAt(const FXPlace &At) {
  const OpTarget *Op = targetInfo().Op;
  if (!Op)
    return SchemaKind::Any;
  std::optional<SchemaKind> Kind;
  for (const OpSchema &Schema : Op->overloads()) {
    const SchemaParam *Param = findParam(Schema, At.Index, At.Keyword);
    if (!Param)
      continue;
    if (Kind && *Kind != Param->Type.Kind)
      return SchemaKind::Any;
    Kind = Param->Type.Kind;
  }
  return Kind.value_or(SchemaKind::Any);
}

/// Whether a value of the annotation \p Type is a dictionary with texts for
/// keys: `typing.Dict[str, torch.Tensor]`.
static bool hasTextKeys(StringRef Type) {
  auto [Class, Keys] = Type.split('[');
  return (Class.ends_with_insensitive("dict") || Class.ends_with("Mapping")) &&
         Keys.starts_with("str, ");
}

bool FXSchemas::isTextKey(const FXPlace &At) const {
  if (At.Keyword || At.Index != 1 || Args.Operands.empty() ||
      ArgKind(Args.Bytes.front()) != ArgKind::Node)
    return false;
  Symbol Type = Args.Operands.front()->type();
  return Type && hasTextKeys(Type.str());
}

bool FXSchemas::isKeyword(StringRef Name) {
  const OpTarget *Op = targetInfo().Op;
  if (!Op || Op->overloads().empty())
    return true;
  for (const OpSchema &Schema : Op->overloads()) {
    if (Schema.findParam(Name))
      return true;
    for (const SchemaParam &Param : Schema.params())
      if (Param.Kind == ParamKind::VarKeyword)
        return true;
  }
  return false;
}

bool FXSchemas::canHoldText(const FXPlace &At, StringRef Text) {
  switch (kindAt(At)) {
  case SchemaKind::Tensor:
  case SchemaKind::Bool:
  case SchemaKind::Complex:
  case SchemaKind::DType:
  case SchemaKind::Layout:
  case SchemaKind::MemoryFormat:
  case SchemaKind::Generator:
    return false;
  case SchemaKind::Int:
  case SchemaKind::SymInt:
  case SchemaKind::Float:
  case SchemaKind::Scalar:
    // The name of a symbolic size, but no sentence.
    return !Text.contains(' ');
  default:
    return true;
  }
}

size_t FXSchemas::countSurplus(size_t NumArgs) {
  const OpTarget *Op = targetInfo().Op;
  if (!Op || Op->overloads().empty() || Op->bindOptions().SpreadIntList)
    return 0;
  size_t Most = 0;
  for (const OpSchema &Schema : Op->overloads()) {
    for (const SchemaParam &Param : Schema.params())
      if (Param.Kind == ParamKind::VarPositional)
        return 0;
    Most = std::max<size_t>(Most, Schema.numPositional());
  }
  return NumArgs > Most ? NumArgs - Most : 0;
}

bool FXSchemas::isOperator(StringRef Word) const {
  if (Word.count('.') < 1 || Word.starts_with("torch.") ||
      Word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW"
                             "XYZ0123456789_.") != StringRef::npos)
    return false;
  bool TakesOps = CurrentOp == Opcode::CallFunction &&
                  CurrentTarget.str().starts_with("torch.ops.higher_order.") &&
                  Word.count('.') == 2;
  return TakesOps || lookupFunction(("torch.ops." + Word).str());
}
