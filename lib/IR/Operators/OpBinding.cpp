//===- OpBinding.cpp - Arguments of a call by parameter ---------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/OpBinding.h"
#include "fx/IR/Graph.h"
#include "fx/IR/Literal.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using llvm::ArrayRef;
using llvm::Expected;
using llvm::SmallVector;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static bool isNumber(ArgKind Kind) {
  switch (Kind) {
  case ArgKind::Bool:
  case ArgKind::Int:
  case ArgKind::BigInt:
  case ArgKind::Float:
  case ArgKind::Complex:
  case ArgKind::SymExpr:
    return true;
  default:
    return false;
  }
}

/// Whether Value fits a type that is neither a list nor optional.
static bool fitsKind(const Argument &Value, SchemaKind Kind) {
  switch (Kind) {
  case SchemaKind::Any:
  case SchemaKind::Generator:
  case SchemaKind::Stream:
  case SchemaKind::Storage:
  case SchemaKind::QScheme:
  case SchemaKind::Callable:
  case SchemaKind::Class:
    return true;
  case SchemaKind::Tensor:
  case SchemaKind::Scalar:
  case SchemaKind::Complex:
    return isNumber(Value.kind());
  case SchemaKind::Int:
  case SchemaKind::SymInt:
    return Value.kind() == ArgKind::Int || Value.kind() == ArgKind::BigInt ||
           Value.kind() == ArgKind::SymExpr || Value.kind() == ArgKind::Bool;
  case SchemaKind::Float:
    return isNumber(Value.kind()) && Value.kind() != ArgKind::Complex;
  case SchemaKind::Bool:
  case SchemaKind::SymBool:
    return Value.kind() == ArgKind::Bool || Value.kind() == ArgKind::SymExpr;
  case SchemaKind::Str:
    return Value.kind() == ArgKind::String;
  case SchemaKind::Device:
    return Value.kind() == ArgKind::Device || Value.kind() == ArgKind::String ||
           Value.kind() == ArgKind::Int;
  case SchemaKind::DType:
    // Python's own `float` and the like stand for a dtype too.
    return Value.kind() == ArgKind::DType || Value.kind() == ArgKind::Function;
  case SchemaKind::Layout:
    return Value.kind() == ArgKind::Layout;
  case SchemaKind::MemoryFormat:
    return Value.kind() == ArgKind::MemoryFormat;
  case SchemaKind::None:
    return Value.isNone();
  case SchemaKind::Tuple:
    return Value.isSequence();
  case SchemaKind::Dict:
    return Value.kind() == ArgKind::Dict;
  }
  return false;
}

bool fx::fitsType(const Argument &Value, const SchemaType &Type) {
  if (Value.isNode())
    return true;
  if (Value.isNone())
    return Type.Optional || Type.Kind == SchemaKind::None ||
           (Type.Kind == SchemaKind::Any && !Type.isList());
  if (!Type.isList())
    return fitsKind(Value, Type.Kind);
  SchemaType Element = Type;
  --Element.ListDepth;
  Element.Optional = Element.ListDepth == 0 && Type.ElementOptional;
  if (Element.ListDepth == 0)
    Element.FixedSize = 0;
  if (Value.isSequence()) {
    for (size_t I = 0, E = Value.size(); I != E; ++I)
      if (!fitsType(Value[I], Element))
        return false;
    return true;
  }
  return Type.FixedSize && fitsType(Value, Element);
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

const Argument *BoundCall::given(StringRef Param) const {
  std::optional<unsigned> I = Schema->findParam(Param);
  return I ? given(*I) : nullptr;
}

Argument BoundCall::value(Context &Ctx, unsigned I) const {
  if (const Argument *Given = given(I))
    return *Given;
  const SchemaParam &Param = Schema->params()[I];
  if (Param.Kind == ParamKind::VarPositional)
    return Argument::tuple({});
  if (Param.Kind == ParamKind::VarKeyword)
    return Argument::dict({});
  if (!Param.HasDefault)
    return Argument::none();
  Expected<Argument> Default = parseLiteral(Ctx, Param.Default);
  if (Default)
    return *Default;
  llvm::consumeError(Default.takeError());
  return Argument::none();
}

Argument BoundCall::value(Context &Ctx, StringRef Param) const {
  std::optional<unsigned> I = Schema->findParam(Param);
  return I ? value(Ctx, *I) : Argument::none();
}

/// Whether the positional arguments Rest may be taken by the parameter.
static bool fitsRest(ArrayRef<Argument> Rest, const SchemaParam &Param) {
  SchemaType Element = Param.Type;
  // `int[] size` that takes `2, 3`.
  if (Param.Kind != ParamKind::VarPositional)
    Element.ListDepth = 0;
  // `*size` may be one sequence as well.
  if (Rest.size() == 1 && Rest[0].isSequence() && !Element.isList()) {
    SchemaType List = Element;
    List.ListDepth = 1;
    return fitsType(Rest[0], List);
  }
  return llvm::all_of(
      Rest, [&](const Argument &Value) { return fitsType(Value, Element); });
}

BindFailure fx::bindCall(const OpSchema &Schema, const BindOptions &Options,
                         const CallArgs &Call, BoundCall &Result) {
  SmallVector<StringRef, 8> Keywords;
  for (const KwArg &Kwarg : Call.Kwargs)
    Keywords.push_back(Kwarg.Name.str());
  Result.Schema = &Schema;
  if (BindFailure Failure = bindArguments(Schema, Call.Args.size(), Keywords,
                                          Result.Slots, Options))
    return Failure;
  Result.Values.assign(Result.Slots.size(), Argument());
  for (unsigned I = 0, E = Result.Slots.size(); I != E; ++I) {
    const SchemaParam &Param = Schema.params()[I];
    BoundSlot Slot = Result.Slots[I];
    switch (Slot.Kind) {
    case BoundSlot::Default:
      continue;
    case BoundSlot::Positional:
      Result.Values[I] = Call.Args[Slot.Index];
      break;
    case BoundSlot::Keyword:
      Result.Values[I] = Call.Kwargs[Slot.Index].Value;
      break;
    case BoundSlot::Rest:
      if (Param.Kind == ParamKind::VarKeyword) {
        SmallVector<Argument, 8> Items;
        for (const KwArg &Kwarg : Call.Kwargs)
          if (!Schema.findParam(Kwarg.Name.str())) {
            Items.push_back(Argument::string(Kwarg.Name));
            Items.push_back(Kwarg.Value);
          }
        Result.Values[I] = Argument::dict(Items);
        continue;
      }
      ArrayRef<Argument> Rest = Call.Args.drop_front(Slot.Index);
      if (!fitsRest(Rest, Param))
        return {BindFailure::WrongType, I};
      // `x.view(size)` with a sequence or a value that may be one.
      if (Param.Kind != ParamKind::VarPositional && Rest.size() == 1 &&
          (Rest[0].isSequence() || Rest[0].isNode())) {
        Result.Slots[I].Kind = BoundSlot::Positional;
        Result.Values[I] = Rest[0];
        continue;
      }
      Result.Values[I] = Argument::tuple(Rest);
      continue;
    }
    if (!fitsType(Result.Values[I], Param.Type))
      return {BindFailure::WrongType, I};
  }
  return {};
}

std::optional<BoundCall> fx::tryBindCall(const OpTarget &Target,
                                         const CallArgs &Call) {
  for (const OpSchema &Schema : Target.overloads()) {
    BoundCall Result;
    if (!bindCall(Schema, Target.bindOptions(), Call, Result))
      return Result;
  }
  return std::nullopt;
}

Expected<BoundCall> fx::bindCall(const OpTarget &Target, const CallArgs &Call) {
  ArrayRef<OpSchema> Overloads = Target.overloads();
  if (Overloads.empty())
    return llvm::createStringError("the signature of '" + Target.name() +
                                   "' is not known");
  SmallVector<StringRef, 8> Keywords;
  for (const KwArg &Kwarg : Call.Kwargs)
    Keywords.push_back(Kwarg.Name.str());
  std::string Reasons;
  llvm::raw_string_ostream OS(Reasons);
  for (unsigned I = 0, E = Overloads.size(); I != E; ++I) {
    BoundCall Result;
    BindFailure Failure =
        bindCall(Overloads[I], Target.bindOptions(), Call, Result);
    if (!Failure)
      return Result;
    std::string Reason = describeBindFailure(Overloads[I], Failure, Keywords);
    if (E == 1)
      return llvm::createStringError("'" + Target.name() + "': " + Reason);
    OS << "\n  ";
    Overloads[I].print(OS);
    OS << ": " << Reason;
  }
  return llvm::createStringError("no overload of '" + Target.name() +
                                 "' fits the arguments:" + Reasons);
}

Expected<BoundCall> fx::bindCall(const Node &N) {
  const OpTarget *Target = N.opTarget();
  if (!Target)
    return llvm::createStringError("'" + N.targetText() +
                                   "' is not a known operator");
  SmallVector<Argument, 4> Args = N.args();
  SmallVector<KwArg, 4> Kwargs = N.kwargs();
  return bindCall(*Target, {Args, Kwargs});
}

std::optional<BoundCall> fx::tryBindCall(const Node &N) {
  const OpTarget *Target = N.opTarget();
  if (!Target)
    return std::nullopt;
  SmallVector<Argument, 4> Args = N.args();
  SmallVector<KwArg, 4> Kwargs = N.kwargs();
  return tryBindCall(*Target, {Args, Kwargs});
}
