//===- LoweringFunctional.cpp - Functions that choose an operator ---------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the Python code of torch.nn.functional and of methods of tensors calls,
// where that is more than the operator of the same name.
//
//===----------------------------------------------------------------------===//

#include "LoweringRules.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/OpBinding.h"
#include "fx/IR/OpRegistry.h"
#include "fx/IR/SymbolicExpr.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

using Result = std::optional<Argument>;

Argument LoweringCall::arg(unsigned Place, StringRef Name,
                           const Argument &Default) const {
  if (Place < Args.size())
    return Args[Place];
  for (const KwArg &K : Kwargs)
    if (K.Name.str() == Name)
      return K.Value;
  return Default;
}

Argument LoweringCall::call(StringRef Op, ArrayRef<Argument> Given,
                            ArrayRef<NamedArgument> Named) const {
  const TargetFacts *F = E.find(Op);
  if (!F) {
    E.fail("there is no operator 'aten." + Op + "'");
    return Argument();
  }
  SmallVector<Argument, 8> Values(F->Defaults);
  for (size_t I = 0; I != Given.size() && I != Values.size(); ++I)
    Values[I] = Given[I];
  for (const NamedArgument &Name : Named)
    if (std::optional<unsigned> I = F->Schema->findParam(Name.Name))
      Values[*I] = Name.Value;
  return E.dispatch(*F, Values);
}

//===----------------------------------------------------------------------===//
// Methods
//===----------------------------------------------------------------------===//

/// `x.float()`
template <DType To> static Result cast(LoweringCall &C) {
  if (C.Args.size() != 1 || !C.Kwargs.empty() || !typeOf(C.Args[0]))
    return std::nullopt;
  return C.call("to.dtype", {C.Args[0], To});
}

static Result typeAs(LoweringCall &C) {
  if (C.Args.size() != 2)
    return std::nullopt;
  TensorType Type = typeOf(C.Args[1]);
  return Type ? Result(C.call("to.dtype", {C.Args[0], Type.dtype()}))
              : std::nullopt;
}

/// `x.to(dtype)`, `x.to(device)`, `x.to(other)`, and all of them by name.
static Result to(LoweringCall &C) {
  TensorType Self = C.Args.empty() ? TensorType() : typeOf(C.Args[0]);
  if (!Self)
    return std::nullopt;
  Argument Type, Device, Copy(false), NonBlocking(false), Format;
  SmallVector<Argument, 4> Rest(C.Args.drop_front());
  if (!Rest.empty()) {
    if (TensorType Other = typeOf(Rest[0])) {
      Type = Other.dtype();
      Device = Other.device();
      Rest.erase(Rest.begin());
    } else {
      if (Rest[0].kind() == ArgKind::Device || Rest[0].isString() ||
          (Rest[0].isNone() && Rest.size() > 1)) {
        Device = Rest[0];
        Rest.erase(Rest.begin());
      }
      if (!Rest.empty() && Rest[0].kind() == ArgKind::DType) {
        Type = Rest[0];
        Rest.erase(Rest.begin());
      }
    }
  }
  Argument *Positional[] = {&NonBlocking, &Copy};
  if (Rest.size() > 2)
    return std::nullopt;
  for (size_t I = 0; I != Rest.size(); ++I)
    *Positional[I] = Rest[I];
  for (const KwArg &K : C.Kwargs) {
    Argument *Of = StringSwitch<Argument *>(K.Name.str())
                       .Case("dtype", &Type)
                       .Case("device", &Device)
                       .Case("copy", &Copy)
                       .Case("non_blocking", &NonBlocking)
                       .Case("memory_format", &Format)
                       .Default(nullptr);
    if (!Of)
      return std::nullopt;
    *Of = K.Value;
  }
  if (!Copy.isBool() || !NonBlocking.isBool())
    return std::nullopt;
  if (Device.isString())
    Device = Argument::device(Device.symbol());
  // The device of a program is that of its weights.
  if (Device == Self.device())
    Device = Argument();
  if (Device.isNone())
    return C.call("to.dtype",
                  {C.Args[0], Type.isNone() ? Argument(Self.dtype()) : Type,
                   NonBlocking, Copy, Format});
  return C.call("to.device", {C.Args[0], Device,
                              Type.isNone() ? Argument(Self.dtype()) : Type,
                              NonBlocking, Copy, Format});
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// `torch._assert(condition, message)`
static Result assertion(LoweringCall &C) {
  Argument Condition = C.arg(0, "condition");
  Argument Message = C.arg(1, "message", Argument::string(C.context(), ""));
  if (typeOf(Condition) && Message.isString()) {
    (void)C.call("_assert_async.msg", {Condition, Message});
    return Argument();
  }
  Condition = C.E.raise(Condition);
  if (Condition.kind() == ArgKind::SymExpr && Message.isString()) {
    (void)C.call("_assert_scalar", {Condition, Message});
    return Argument();
  }
  if (Condition == Argument(true))
    return Argument();
  if (Condition == Argument(false))
    C.E.fail("its condition is False: " + Message.str());
  return std::nullopt;
}

/// The operator of an interpolation in \p Rank dimensions.
static std::string upsampleOperator(StringRef Mode, size_t Rank,
                                    bool Antialias) {
  std::string Suffix = std::to_string(Rank) + "d";
  StringRef Linear = StringSwitch<StringRef>(Mode)
                         .Case("linear", Rank == 1 ? "linear" : "")
                         .Case("bilinear", Rank == 2 ? "bilinear" : "")
                         .Case("trilinear", Rank == 3 ? "trilinear" : "")
                         .Case("bicubic", Rank == 2 ? "bicubic" : "")
                         .Default("");
  if (Antialias)
    return Rank == 2 && !Linear.empty()
               ? ("_upsample_" + Linear + Suffix + "_aa.vec").str()
               : "";
  if (Mode == "nearest")
    return "upsample_nearest" + Suffix + ".vec";
  if (Mode == "nearest-exact")
    return "_upsample_nearest_exact" + Suffix + ".vec";
  return Linear.empty() ? "" : ("upsample_" + Linear + Suffix + ".vec").str();
}

static Result interpolate(LoweringCall &C) {
  Argument Input = C.arg(0, "input");
  TensorType Type = typeOf(Input);
  Argument Size = C.arg(1, "size"), Scale = C.arg(2, "scale_factor"),
           Mode = C.arg(3, "mode", Argument::string(C.context(), "nearest")),
           Align = C.arg(4, "align_corners"),
           Recompute = C.arg(5, "recompute_scale_factor"),
           Antialias = C.arg(6, "antialias", Argument(false));
  if (!Type || Type.rank() < 3 || Type.rank() > 5 || !Mode.isString() ||
      Recompute == Argument(true) || Size.isNone() == Scale.isNone())
    return std::nullopt;
  size_t Rank = Type.rank() - 2;
  auto Spread = [&](const Argument &A, bool AsFloat) {
    SmallVector<Argument, 3> Items;
    if (A.isSequence())
      Items.assign(A.elements().begin(), A.elements().end());
    else
      Items.assign(Rank, A);
    for (Argument &Item : Items)
      if (AsFloat && Item.isInt())
        Item = Argument(double(Item.asInt()));
    return Argument::list(Items);
  };
  if (Mode.str() == "area") {
    if (Size.isNone())
      return std::nullopt;
    return C.call("adaptive_avg_pool" + std::to_string(Rank) + "d",
                  {Input, Spread(Size, false)});
  }
  std::string Op =
      upsampleOperator(Mode.str(), Rank, Antialias == Argument(true));
  if (Op.empty())
    return std::nullopt;
  SmallVector<Argument, 4> Args = {Input, Size.isNone() ? Argument()
                                                        : Spread(Size, false)};
  if (!StringRef(Op).contains("nearest"))
    Args.push_back(Align.isNone() ? Argument(false) : Align);
  Args.push_back(Scale.isNone() ? Argument() : Spread(Scale, true));
  return C.call(Op, Args);
}

LoweringRule decomposition::lookupFunctionalRule(StringRef Target) {
  static const StringMap<LoweringRule> Rules = {
      {"torch._assert", assertion},
      {"torch.nn.functional.interpolate", interpolate},
  };
  return Rules.lookup(Target);
}

static LoweringRule lookupMethodRule(StringRef Target) {
  static const StringMap<LoweringRule> Rules = {
      {"__getitem__", lowerGetItem},
      {"__setitem__", lowerSetItem},
      {"float", cast<DType::Float32>},
      {"double", cast<DType::Float64>},
      {"half", cast<DType::Float16>},
      {"bfloat16", cast<DType::BFloat16>},
      {"long", cast<DType::Int64>},
      {"int", cast<DType::Int32>},
      {"short", cast<DType::Int16>},
      {"char", cast<DType::Int8>},
      {"byte", cast<DType::UInt8>},
      {"bool", cast<DType::Bool>},
      {"to", to},
      {"type_as", typeAs},
  };
  return Rules.lookup(Target);
}

LoweringRule decomposition::lookupLoweringRule(const Node &N) {
  StringRef Target = N.targetText();
  if (N.isCallMethod())
    return lookupMethodRule(Target);
  if (!N.isCallFunction())
    return nullptr;
  LoweringRule Rule = StringSwitch<LoweringRule>(Target)
                          .Case("operator.getitem", lowerGetItem)
                          .Case("operator.setitem", lowerSetItem)
                          .Case("builtins.getattr", lowerGetAttr)
                          .Default(nullptr);
  if (!Rule)
    Rule = lookupPythonRule(Target);
  return Rule ? Rule : lookupFunctionalRule(Target);
}

//===----------------------------------------------------------------------===//
// In place
//===----------------------------------------------------------------------===//

std::optional<OverloadCall>
decomposition::chooseInPlace(Context &Ctx, const OpTarget &Function,
                             const CallArgs &Call) {
  std::optional<BoundCall> Bound = tryBindCall(Function, Call);
  if (!Bound || !(Bound->value(Ctx, "inplace") == Argument(true)))
    return std::nullopt;
  // The same without that, and then its form that writes.
  SmallVector<Argument, 6> Args;
  SmallVector<KwArg, 4> Kwargs;
  ArrayRef<SchemaParam> Params = Bound->schema().params();
  for (unsigned I = 0; I != Params.size(); ++I)
    if (const Argument *Given = Bound->given(I);
        Given && Params[I].Name != "inplace")
      Kwargs.push_back({Ctx.intern(Params[I].Name), *Given});
  std::optional<OverloadCall> Plain =
      chooseOverload(Ctx, Function, {Args, Kwargs});
  if (!Plain)
    return std::nullopt;
  auto [Packet, Overload] = Plain->Target->name().rsplit('.');
  const OpTarget *Written = lookupFunction((Packet + "_." + Overload).str());
  if (!Written || Written->overloads().empty() ||
      Written->overloads()[0].params().size() != Plain->Schema->params().size())
    return std::nullopt;
  Plain->Target = Written;
  Plain->Schema = &Written->overloads()[0];
  return Plain;
}

//===----------------------------------------------------------------------===//
// Examples
//===----------------------------------------------------------------------===//

std::optional<int64_t> decomposition::evaluateScaled(const ExportedProgram &P,
                                                     Symbol Text,
                                                     unsigned Scale) {
  const SymbolicInfo *Info = P.symbolic(Text);
  std::optional<SymbolicExpr> Expr =
      Info ? SymbolicExpr::parse(Info->Source.str()) : std::nullopt;
  if (!Expr)
    return std::nullopt;
  return Expr->evaluate([&](StringRef Name) -> std::optional<int64_t> {
    ArrayRef<SymbolicInfo> All = P.symbolics();
    for (size_t I = 0; I != All.size(); ++I) {
      if (All[I].Text.str() != Name || !All[I].Hint.isInt())
        continue;
      // Multiples, so that what divides a size goes on doing so; no symbol is
      // to follow from others in all of them.
      static constexpr unsigned Factors[][NumExamples] = {
          {1, 2, 3, 5, 4}, {1, 3, 2, 4, 7}, {1, 2, 5, 3, 3}, {1, 5, 2, 2, 3},
          {1, 3, 4, 2, 2}, {1, 4, 2, 6, 3}, {1, 2, 2, 5, 6}};
      int64_t Value;
      if (MulOverflow(All[I].Hint.asInt(),
                      int64_t(Factors[I % std::size(Factors)][Scale - 1]),
                      Value))
        return std::nullopt;
      return Value;
    }
    return std::nullopt;
  });
}
