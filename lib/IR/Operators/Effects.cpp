//===- Effects.cpp - What a node does besides its value ---------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Effects.h"
#include "fx/IR/Graph.h"
#include "fx/IR/ModuleExpansion.h"
#include "fx/IR/SchemaMemory.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace fx;
using llvm::ArrayRef;
using llvm::Expected;
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
  const Argument *givenParam(StringRef Param) const;

  Context &Ctx;
  const BoundCall &Call;
};

} // namespace

void CallEffects::addMarks() {
  for (unsigned I = 0, E = Call.size(); I != E; ++I) {
    const Argument *Given = Call.given(I);
    if (!Given)
      continue;
    ParamMemory Memory = memoryOfParam(Call.schema(), I);
    if (Memory.Written)
      addNodes(*Given, Result.Writes);
    if (Memory.Shared)
      addNodes(*Given, Result.Aliases);
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

/// A rule may call the receiver `input` in overloads that call it `self`.
const Argument *CallEffects::givenParam(StringRef Param) const {
  if (Param == "input" && !Call.schema().findParam(Param))
    Param = "self";
  return Call.given(Param);
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
    if (const Argument *Given = givenParam(Rule.Param))
      addNodes(*Given, Result.Writes);
    break;
  case EffectRule::Aliases:
    if (const Argument *Given = givenParam(Rule.Param))
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
  if (Target->isPlainlyPure(N.numArgs(), N.numKwargs()))
    return Effects();
  std::optional<BoundCall> Call = tryBindCall(N);
  if (!Call)
    return unknownEffects();
  CallEffects Effects(N.context(), *Call);
  Effects.addMarks();
  Effects.addTags(Target->effectRules());
  for (const EffectRule &Rule : Target->effectRules())
    Effects.addRule(Rule);
  // One operand of einsum is viewed, a product is new.
  if (Target->op().name() == "einsum" && N.numOperands() > 1)
    Effects.Result.Aliases.clear();
  return Effects.Result;
}

bool fx::mayCapture(const Node &N) {
  StringRef Target = N.targetText();
  if (Target == "set_" || Target.contains(".set_."))
    return true;
  if (Target != "operator.setitem" && Target != "__setitem__")
    return false;
  // A tensor takes the elements alone.
  const Node *Into = N.numArgs() ? N.arg(0).asNode() : nullptr;
  const Argument *Val = Into ? Into->val() : nullptr;
  return !Val || Val->kind() != ArgKind::TensorType;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

namespace {

class BodyEffects;

/// The bodies of modules that one question has looked at.
using KnownBodies = llvm::DenseMap<const Graph *, BodyEffects>;

/// What the nodes of a module's body do, in terms of its inputs.
class BodyEffects {
public:
  explicit BodyEffects(unsigned NumInputs = 0) : NumInputs(NumInputs) {}

  void addInput(const Node &N, unsigned I) { rootsOf(N).set(I); }
  void visit(const Node &N, unsigned Level, KnownBodies &Known);
  void finish(const Argument &Value);

  /// The effects of a call; \p Input says which input an operand is.
  Effects ofCall(ArrayRef<Node *> Operands,
                 llvm::function_ref<unsigned(unsigned)> Input) const;

private:
  /// Bits of all sets: the inputs, then the module's own tensors.
  unsigned stateBit() const { return NumInputs; }
  llvm::SmallBitVector &rootsOf(const Node &N) {
    llvm::SmallBitVector &Bits = Roots[&N];
    Bits.resize(NumInputs + 1);
    return Bits;
  }

  unsigned NumInputs;
  /// Whose memory the nodes may share; empty when the body is finished.
  llvm::DenseMap<const Node *, llvm::SmallBitVector> Roots;
  llvm::SmallBitVector Written, Shared;
  EffectFlags Flags;
};

} // namespace

static Effects effectsAt(const Node &N, unsigned Level, KnownBodies &Known);

void BodyEffects::visit(const Node &N, unsigned Level, KnownBodies &Known) {
  if (N.isPlaceholder() || N.isOutput())
    return;
  if (N.isGetAttr()) {
    rootsOf(N).set(stateBit());
    Flags.ReadsState = true;
    return;
  }
  Effects Inner = effectsAt(N, Level, Known);
  Flags.Unknown |= Inner.Unknown;
  Flags.Random |= Inner.Random;
  Flags.SideEffect |= Inner.SideEffect;
  Flags.WritesState |= Inner.WritesState;
  Flags.ReadsState |= Inner.ReadsState;
  for (Node *W : Inner.Writes)
    Written |= rootsOf(*W);
  if (!Inner.Writes.empty() && mayCapture(N)) {
    llvm::SmallBitVector Kept(NumInputs + 1);
    for (Node *Operand : N.allInputNodes())
      Kept |= rootsOf(*Operand);
    for (Node *W : Inner.Writes)
      rootsOf(*W) |= Kept;
  }
  llvm::SmallBitVector Bits(NumInputs + 1);
  for (Node *Alias : Inner.Aliases)
    Bits |= rootsOf(*Alias);
  if (Inner.SharesState)
    Bits.set(stateBit());
  rootsOf(N) |= Bits;
}

void BodyEffects::finish(const Argument &Value) {
  Written.resize(NumInputs + 1);
  Shared.resize(NumInputs + 1);
  Value.forEachNode([&](Node *N) { Shared |= rootsOf(*N); });
  Flags.WritesState |= Written[stateBit()];
  Flags.ReadsState |= Shared[stateBit()];
  Flags.SharesState = Shared[stateBit()];
  Roots.clear();
}

Effects
BodyEffects::ofCall(ArrayRef<Node *> Operands,
                    llvm::function_ref<unsigned(unsigned)> Input) const {
  Effects Result{Flags, {}, {}};
  for (unsigned I = 0, E = Operands.size(); I != E; ++I) {
    if (Written[Input(I)])
      Result.Writes.push_back(Operands[I]);
    if (Shared[Input(I)])
      Result.Aliases.push_back(Operands[I]);
  }
  return Result;
}

/// The effects of a module that has a graph. Any operand may be any of its
/// placeholders, so the body does not depend on the call and is looked at once.
static Effects effectsOfGraph(const Node &Call, const Graph &Body,
                              unsigned Level, KnownBodies &Known) {
  auto It = Known.find(&Body);
  if (It == Known.end()) {
    BodyEffects Collected(/*NumInputs=*/1);
    Argument Value;
    for (const Node *N : Body.nodes()) {
      if (N->isPlaceholder())
        Collected.addInput(*N, 0);
      if (N->isOutput() && N->numArgs() != 0)
        Value = N->arg(0);
      Collected.visit(*N, Level + 1, Known);
    }
    Collected.finish(Value);
    It = Known.try_emplace(&Body, std::move(Collected)).first;
  }
  return It->second.ofCall(Call.allInputNodes(), [](unsigned) { return 0; });
}

/// The effects of a module whose class has a formula: those of the nodes that
/// the formula makes.
static Effects effectsOfClass(const Node &Call, Module &Callee, unsigned Level,
                              KnownBodies &Known) {
  const ModuleInfo *Class = classOf(Callee);
  if (!Class)
    return unknownEffects();
  SmallVector<Node *, 4> Operands = Call.allInputNodes();
  BodyEffects Collected(Operands.size());
  // A formula names state and modules as the module itself does.
  Graph Scratch(Call.context(), &Callee);
  CallInside Inside(Scratch, Call);
  for (unsigned I = 0, E = Operands.size(); I != E; ++I)
    Collected.addInput(*Inside.Inputs[I], I);
  ExpansionOptions Options;
  Options.OpenTree = true;
  Expected<Expansion> Body =
      expandModule(Scratch, Callee, *Class, "", Inside.args(), Options);
  if (!Body) {
    llvm::consumeError(Body.takeError());
    return unknownEffects();
  }
  for (const Node *N : Body->Created)
    Collected.visit(*N, Level + 1, Known);
  Collected.finish(Body->Result);
  return Collected.ofCall(Operands, [](unsigned I) { return I; });
}

static Effects effectsOfModule(const Node &Call, unsigned Level,
                               KnownBodies &Known) {
  Module *Owner = Call.graph().owningModule();
  StringRef Path = Call.targetText();
  Module *Callee = Owner && !Path.empty() ? Owner->lookup(Path) : nullptr;
  if (!Callee || Level > MaxModuleLevels)
    return unknownEffects();
  if (const Graph *Body = Callee->graph())
    return effectsOfGraph(Call, *Body, Level, Known);
  return effectsOfClass(Call, *Callee, Level, Known);
}

//===----------------------------------------------------------------------===//
// The public functions
//===----------------------------------------------------------------------===//

static bool isMarkedPure(const Node &N) {
  const Argument *Mark = N.meta("is_pure");
  return Mark && Mark->isBool() && Mark->asBool();
}

static Effects effectsAt(const Node &N, unsigned Level, KnownBodies &Known) {
  Effects Result;
  switch (N.op()) {
  case Opcode::Placeholder:
  case Opcode::Output:
    Result.SideEffect = true;
    return Result;
  case Opcode::GetAttr:
    Result.ReadsState = Result.SharesState = true;
    return Result;
  case Opcode::CallFunction:
  case Opcode::CallMethod:
    Result = effectsOfCall(N);
    break;
  case Opcode::CallModule:
    Result = effectsOfModule(N, Level, Known);
    break;
  }
  if (Result.Unknown && isMarkedPure(N))
    return Effects();
  return Result;
}

Effects fx::getEffects(const Node &N) {
  KnownBodies Known;
  return effectsAt(N, 0, Known);
}

bool fx::hasEffects(const Node &N) {
  if (N.isGetAttr())
    return false;
  if (const OpTarget *Target = N.opTarget();
      Target && Target->isPlainlyPure(N.numArgs(), N.numKwargs()))
    return false;
  return !getEffects(N).isRemovable();
}
