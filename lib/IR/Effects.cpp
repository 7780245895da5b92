//===- Effects.cpp - What a node does besides its value ---------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Effects.h"
#include "fx/IR/Graph.h"
#include "fx/IR/Module.h"
#include "fx/IR/OpBinding.h"

using namespace fx;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

/// Modules whose graphs call modules with graphs, and so on.
static constexpr unsigned MaxModuleLevels = 64;

static void addNodes(const Argument &Value, SmallVector<Node *, 2> &Nodes) {
  Value.forEachNode([&](Node *N) {
    if (!llvm::is_contained(Nodes, N))
      Nodes.push_back(N);
  });
}

static Effects unknownEffects() {
  Effects Result;
  Result.Unknown = true;
  return Result;
}

/// Python's truth of a constant; a node, or anything odd, may be either.
static std::optional<bool> truthOf(const Argument &Value) {
  switch (Value.kind()) {
  case ArgKind::None:
    return false;
  case ArgKind::Bool:
    return Value.asBool();
  case ArgKind::Int:
    return Value.asInt() != 0;
  case ArgKind::Float:
    return Value.asFloat() != 0;
  case ArgKind::String:
    return !Value.str().empty();
  default:
    return std::nullopt;
  }
}

namespace {

/// Applies alias marks and effect rules to one bound call.
class CallEffects {
public:
  CallEffects(Context &Ctx, const BoundCall &Call) : Ctx(Ctx), Call(Call) {}

  void addMarks();
  void addTags(ArrayRef<EffectRule> Rules);
  void addRule(const EffectRule &Rule);

  Effects Result;

private:
  bool mayHold(const EffectRule &Rule) const;

  Context &Ctx;
  const BoundCall &Call;
};

} // namespace

/// The alias marks of the schema: `(a!)` is written, `(a)` in a parameter and
/// in a result is shared.
void CallEffects::addMarks() {
  const OpSchema &Schema = Call.schema();
  for (unsigned I = 0, E = Call.size(); I != E; ++I) {
    const SchemaType &Type = Schema.params()[I].Type;
    const Argument *Given = Call.given(I);
    if (!Type.AliasSet || !Given)
      continue;
    if (Type.Written) {
      addNodes(*Given, Result.Writes);
      // In-place and out forms return what they write.
      addNodes(*Given, Result.Aliases);
      continue;
    }
    for (const SchemaReturn &Return : Schema.returns())
      if (Return.Type.AliasSet == Type.AliasSet ||
          Return.Type.AliasSet == '*') {
        addNodes(*Given, Result.Aliases);
        break;
      }
  }
}

/// What the dispatcher's tags say where no rule is more precise.
void CallEffects::addTags(ArrayRef<EffectRule> Rules) {
  const OpSchema &Schema = Call.schema();
  auto HasRule = [&](EffectRule::RuleKind Kind) {
    return llvm::any_of(
        Rules, [&](const EffectRule &Rule) { return Rule.Kind == Kind; });
  };
  if (Schema.hasTag(ST_Random) && !HasRule(EffectRule::Random))
    Result.Random = true;
  if (Schema.hasTag(ST_MayAlias) && Rules.empty())
    Result.Unknown = true;
}

bool CallEffects::mayHold(const EffectRule &Rule) const {
  if (Rule.When == EffectRule::Always)
    return true;
  if (!Call.schema().findParam(Rule.Condition))
    return false;
  std::optional<bool> Truth = truthOf(Call.value(Ctx, Rule.Condition));
  return !Truth || *Truth == (Rule.When == EffectRule::IfTrue);
}

void CallEffects::addRule(const EffectRule &Rule) {
  if (!mayHold(Rule))
    return;
  switch (Rule.Kind) {
  case EffectRule::Writes:
    if (const Argument *Given = Call.given(Rule.Param))
      addNodes(*Given, Result.Writes);
    break;
  case EffectRule::Aliases:
    if (const Argument *Given = Call.given(Rule.Param))
      addNodes(*Given, Result.Aliases);
    break;
  case EffectRule::Random:
    Result.Random = true;
    break;
  case EffectRule::SideEffect:
    Result.SideEffect = true;
    break;
  case EffectRule::Opaque:
    Result.Unknown = true;
    break;
  }
}

static Effects effectsOfCall(const Node &N) {
  const OpTarget *Target = N.opTarget();
  if (!Target)
    return unknownEffects();
  if (Target->isPlainlyPure(N.numKwargs() == 0))
    return Effects();
  std::optional<BoundCall> Call = tryBindCall(N);
  if (!Call)
    return unknownEffects();
  CallEffects Effects(N.context(), *Call);
  Effects.addMarks();
  Effects.addTags(Target->effectRules());
  for (const EffectRule &Rule : Target->effectRules())
    Effects.addRule(Rule);
  return Effects.Result;
}

static bool isMarkedPure(const Node &N) {
  const Argument *Mark = N.meta("is_pure");
  return Mark && Mark->isBool() && Mark->asBool();
}

Effects fx::getEffects(const Node &N) {
  Effects Result;
  switch (N.op()) {
  case Opcode::Placeholder:
  case Opcode::Output:
    Result.SideEffect = true;
    return Result;
  case Opcode::GetAttr:
    Result.ReadsState = true;
    return Result;
  case Opcode::CallFunction:
  case Opcode::CallMethod:
    Result = effectsOfCall(N);
    break;
  case Opcode::CallModule:
    Result = unknownEffects();
    break;
  }
  if (Result.Unknown && isMarkedPure(N))
    return Effects();
  return Result;
}

bool fx::hasEffects(const Node &N) {
  if (N.isGetAttr())
    return false;
  if (const OpTarget *Target = N.opTarget();
      Target && Target->isPlainlyPure(N.numKwargs() == 0))
    return false;
  return !getEffects(N).isRemovable();
}
