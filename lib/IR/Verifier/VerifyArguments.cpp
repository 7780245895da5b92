//===- VerifyArguments.cpp - Arguments and schemas ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a call is can be told from its target and spec, but for the types of
// nodes. So the former is checked once for each target and spec, which leaves a
// plan of what to ask of each call's operands.
//
//===----------------------------------------------------------------------===//

#include "Graph/GraphAccess.h"
#include "GraphVerifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;
using fx::detail::GraphAccess;

/// Whether a call of \p Target is checked by more than counts and names.
static const CallPlan *keep(std::deque<CallPlan> &Plans, CallPlan &&Plan) {
  if (Plan.empty())
    return nullptr;
  Plans.push_back(std::move(Plan));
  return &Plans.back();
}

void GraphVerifier::verifySchema(const Node &N) {
  uint64_t Key = uint64_t(GraphAccess::target(N)) << 32 | GraphAccess::spec(N);
  auto &Recent =
      RecentCalls[(Key * 0x9E3779B97F4A7C15ull >> 54) % RecentCalls.size()];
  if (LLVM_UNLIKELY(Recent.first != Key)) {
    auto It = BoundCalls.find(Key);
    if (It == BoundCalls.end()) {
      CallPlan Plan;
      if (!verifyCall(N, Plan))
        return;
      It = BoundCalls.try_emplace(Key, keep(Plans, std::move(Plan))).first;
    }
    Recent = *It;
  }
  if (LLVM_LIKELY(!Recent.second || !HasVals))
    return;
  if (verifyOperandTypes(N, *Recent.second))
    verifyDimensions(N, *Recent.second);
}

/// What does not depend on the types of nodes; false if that is wrong.
bool GraphVerifier::verifyCall(const Node &N, CallPlan &Plan) {
  const OpTarget *Target = N.opTarget();
  if (!Target || Target->overloads().empty())
    return true;
  if (Target->isOperatorOverload())
    return verifyOverload(N, *Target, Plan);
  if (N.isCallFunction())
    verifySignature(N, *Target);
  planPython(N, *Target, Plan);
  return true;
}

void GraphVerifier::reportCall(diag::ID Id, const Node &N, const Twine &Why,
                               const OpSchema &Schema) {
  std::string Text;
  raw_string_ostream OS(Text);
  Schema.print(OS);
  auto [Place, Range] = locate(N, N.targetText(), "[target=");
  report(Id, std::move(Place), N.targetText(), Why)
      .range(Range)
      .note(diag::note_verify_schema, SMLoc(), Text);
}

/// The argument that \p Slot stands for, by its number in the spec.
static unsigned itemOf(const BoundSlot &Slot, const ArgSpec &Spec) {
  return Slot.Kind == BoundSlot::Keyword ? Spec.numArgs() + Slot.Index
                                         : Slot.Index;
}

// V21
bool GraphVerifier::verifyOverload(const Node &N, const OpTarget &Target,
                                   CallPlan &Plan) {
  const OpSchema &Schema = Target.overloads().front();
  SmallVector<StringRef, 8> Keywords;
  for (unsigned I = 0, E = N.numKwargs(); I != E; ++I)
    Keywords.push_back(N.kwargName(I).str());
  SmallVector<BoundSlot, 8> Slots;
  if (BindFailure Failure = bindArguments(Schema, N.numArgs(), Keywords, Slots,
                                          Target.bindOptions())) {
    reportCall(diag::err_verify_schema, N,
               describeBindFailure(Schema, Failure, Keywords), Schema);
    return false;
  }
  ArgumentBinder Binder(Target);
  const ArgSpec &Spec = N.spec();
  for (auto [Param, Slot] : enumerate(Slots)) {
    if (Slot.Kind == BoundSlot::Default || Slot.Kind == BoundSlot::Rest)
      continue;
    const SchemaType &Type = Schema.params()[Param].Type;
    unsigned Item = itemOf(Slot, Spec);
    Argument Value = Slot.Kind == BoundSlot::Keyword ? N.kwargValue(Slot.Index)
                                                     : N.arg(Slot.Index);
    if (Value.isNode()) {
      Plan.Operands.push_back({Spec.items()[Item].Operand, uint32_t(Param),
                               Binder.boundClasses(Type)});
      continue;
    }
    if (!Binder.binds(Value, Type)) {
      reportCall(diag::err_verify_schema, N,
                 describeBindFailure(
                     Schema, {BindFailure::WrongType, unsigned(Param)}, {}),
                 Schema);
      return false;
    }
    if (!Value.containsNode())
      continue;
    // Elements; what is neither is asked again.
    ValueClass Bound = Type.isList() && Value.isSequence()
                           ? Binder.boundElements(elementType(Type))
                           : 0;
    ArgReader R(Spec, Item);
    for (uint64_t Left = 1; Left; --Left) {
      ArgToken T = R.next();
      Left += T.Count;
      if (T.Kind == ArgKind::Node)
        Plan.Operands.push_back({T.Operand, uint32_t(Param), Bound});
    }
  }
  return planDimensions(N, Target, Schema, Slots, Plan);
}

ValueClass GraphVerifier::classOfOperand(const Node &N, unsigned Index) {
  const Node &Value = *N.operand(Index);
  uint32_t Id = GraphAccess::meta(Value);
  if (Id >= ClassOfMeta.size())
    ClassOfMeta.resize(PowerOf2Ceil(Id + 64), 0);
  if (!ClassOfMeta[Id])
    ClassOfMeta[Id] = ArgumentBinder::classOfNode(Value.val());
  return ClassOfMeta[Id];
}

// V21
bool GraphVerifier::verifyOperandTypes(const Node &N, const CallPlan &Plan) {
  for (const CallPlan::Operand &O : Plan.Operands) {
    if (LLVM_LIKELY(classOfOperand(N, O.Index) & O.Bound))
      continue;
    const OpTarget &Target = *N.opTarget();
    const OpSchema &Schema = Target.overloads().front();
    const SchemaParam &Param = Schema.params()[O.Param];
    Argument Value;
    for (unsigned I = 0, E = N.numKwargs(); I != E; ++I)
      if (N.kwargName(I).str() == Param.Name)
        Value = N.kwargValue(I);
    if (O.Param < N.numArgs())
      Value = N.arg(O.Param);
    if (ArgumentBinder(Target).binds(Value, Param.Type))
      continue;
    reportCall(diag::err_verify_schema, N,
               describeBindFailure(
                   Schema, {BindFailure::WrongType, unsigned(O.Param)}, {}),
               Schema);
    return false;
  }
  return true;
}
