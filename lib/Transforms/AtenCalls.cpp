//===- AtenCalls.cpp - Python's functions as operators --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtenCalls.h"
#include "fx/IR/Graph.h"
#include "fx/IR/OpBinding.h"
#include "fx/IR/OpRegistry.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace llvm;

/// What an operator calls a parameter that functions call \p Name.
static StringRef atenName(StringRef Name) {
  return StringSwitch<StringRef>(Name)
      .Cases("input", "a", "self")
      .Case("b", "other")
      .Case("training", "train")
      .Default(Name);
}

/// Python's operators on tensors.
static StringRef overloadFor(StringRef Target, bool RightIsTensor) {
  StringRef Op = StringSwitch<StringRef>(Target)
                     .Case("operator.add", "add.Tensor")
                     .Case("operator.sub", "sub.Tensor")
                     .Case("operator.mul", "mul.Tensor")
                     .Case("operator.truediv", "div.Tensor")
                     .Case("operator.matmul", "matmul.default")
                     .Default("");
  if (!Op.empty())
    return Op;
  return StringSwitch<StringRef>(Target)
      .Case("operator.gt", RightIsTensor ? "gt.Tensor" : "gt.Scalar")
      .Case("operator.lt", RightIsTensor ? "lt.Tensor" : "lt.Scalar")
      .Case("operator.ge", RightIsTensor ? "ge.Tensor" : "ge.Scalar")
      .Case("operator.le", RightIsTensor ? "le.Tensor" : "le.Scalar")
      .Case("operator.eq", RightIsTensor ? "eq.Tensor" : "eq.Scalar")
      .Case("operator.ne", RightIsTensor ? "ne.Tensor" : "ne.Scalar")
      .Case("operator.pow",
            RightIsTensor ? "pow.Tensor_Tensor" : "pow.Tensor_Scalar")
      .Default("");
}

static bool isTensor(const Argument &A) {
  const Argument *Val = A.isNode() ? A.asNode()->val() : nullptr;
  return Val && Val->kind() == ArgKind::TensorType;
}

/// Whether every node stands where a tensor, or a list of them, is taken, and
/// every number that may be symbolic is none.
static bool fitsNodes(const OpSchema &Schema, ArrayRef<Argument> Values) {
  for (size_t I = 0; I != Values.size(); ++I) {
    const SchemaType &Type = Schema.params()[I].Type;
    bool Takes = Type.Kind == SchemaKind::Tensor;
    if (Values[I].containsNode() && !Takes && Type.Kind != SchemaKind::SymInt &&
        Type.Kind != SchemaKind::Int)
      return false;
    if (Values[I].isNode() && Takes && Type.isList())
      return false;
    if (Values[I].isNode() && isTensor(Values[I]) && !Takes)
      return false;
  }
  return true;
}

/// The arguments for \p Schema by parameter, or nothing where \p Call has some
/// that it does not know.
static std::optional<SmallVector<Argument, 8>>
translate(Context &Ctx, const BoundCall &Call, const OpSchema &Schema) {
  SmallVector<std::optional<Argument>, 8> Given(Schema.params().size());
  ArrayRef<SchemaParam> Params = Call.schema().params();
  for (unsigned I = 0; I != Call.size(); ++I) {
    std::optional<unsigned> At = Schema.findParam(atenName(Params[I].Name));
    if (!At)
      At = Schema.findParam(Params[I].Name);
    Argument Value = Call.value(Ctx, I);
    if (At) {
      Given[*At] = Value;
      continue;
    }
    // `inplace=False` and the like say nothing.
    bool SaysNothing = !Call.isGiven(I) || Value.isNone() ||
                       Value == Argument(false) || Params[I].isVariadic();
    if (!SaysNothing)
      return std::nullopt;
    if (!Call.isGiven(I) && Params[I].isRequired())
      return std::nullopt;
  }
  SmallVector<Argument, 8> Values;
  for (size_t I = 0; I != Given.size(); ++I) {
    const SchemaParam &P = Schema.params()[I];
    Argument Value;
    if (Given[I]) {
      Value = *Given[I];
    } else if (P.Name == "cudnn_enabled" || P.Name == "cudnn_enable") {
      Value = false;
    } else if (P.HasDefault) {
      // Left to the operator.
      Values.push_back(Argument::ellipsis());
      continue;
    } else if (!P.Type.Optional) {
      return std::nullopt;
    }
    if (P.Type.isList() && !Value.isSequence() && !Value.isNone())
      Value = Argument::list(SmallVector<Argument, 4>(
          std::max<unsigned>(P.Type.FixedSize, 1), Value));
    else if (Value.kind() == ArgKind::Tuple && P.Type.isList())
      Value = Argument::list(Value.elements());
    if (!fitsType(Value, P.Type))
      return std::nullopt;
    Values.push_back(Value);
  }
  return Values;
}

/// Makes \p N call \p Target with \p Values; those that are left to the
/// operator are an Ellipsis.
static void call(Node &N, const OpTarget &Target, ArrayRef<Argument> Values) {
  const OpSchema &Schema = Target.overloads().front();
  SmallVector<Argument, 8> Args;
  SmallVector<KwArg, 4> Kwargs;
  bool ByName = false;
  for (size_t I = 0; I != Values.size(); ++I) {
    const SchemaParam &P = Schema.params()[I];
    if (Values[I].kind() == ArgKind::Ellipsis) {
      ByName = true;
      continue;
    }
    ByName |= P.Kind == ParamKind::KeywordOnly;
    if (ByName)
      Kwargs.push_back({N.context().intern(P.Name), Values[I]});
    else
      Args.push_back(Values[I]);
  }
  N.setOp(Opcode::CallFunction);
  N.setTarget(Target.name());
  N.setArgsKwargs(Args, Kwargs);
}

bool fx::makeAtenCall(Node &N) {
  if (!N.isCallFunction() && !N.isCallMethod())
    return false;
  const OpTarget *From = N.opTarget();
  if (!From || From->isOperatorOverload())
    return false;
  if (N.numArgs() == 2 && N.numKwargs() == 0) {
    Argument Left = N.arg(0), Right = N.arg(1);
    StringRef Op = overloadFor(N.targetText(), isTensor(Right));
    if (!Op.empty()) {
      const OpTarget *Target = lookupFunction(("torch.ops.aten." + Op).str());
      if (!Target || !isTensor(Left) || (Right.isNode() && !isTensor(Right)))
        return false;
      N.setTarget(Target->name());
      return true;
    }
  }
  std::optional<BoundCall> Bound = tryBindCall(N);
  if (!Bound)
    return false;
  // Overloads that take tensors go before those that take numbers.
  SmallVector<const OpTarget *, 8> Candidates;
  for (const OpSpelling &S : From->op().spellings()) {
    if (S.Kind != TargetKind::Function ||
        !S.Name.starts_with("torch.ops.aten."))
      continue;
    const OpTarget *Target = lookupFunction(S.Name);
    if (!Target || !Target->isOperatorOverload() ||
        Target->overloads().empty() || Target->overloads().front().isMutable())
      continue;
    StringRef Overload = S.Name.rsplit('.').second;
    if (Overload == "Tensor" || Overload == "default")
      Candidates.insert(Candidates.begin(), Target);
    else
      Candidates.push_back(Target);
  }
  for (const OpTarget *Target : Candidates) {
    const OpSchema &Schema = Target->overloads().front();
    std::optional<SmallVector<Argument, 8>> Values =
        translate(N.context(), *Bound, Schema);
    if (!Values || !fitsNodes(Schema, *Values))
      continue;
    call(N, *Target, *Values);
    return true;
  }
  return false;
}
