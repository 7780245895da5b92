//===- CallShape.cpp - What calls with the same arguments share -----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallShape.h"
#include "Compile/RuleOps.h"
#include "fx/IR/Literal.h"
#include "fx/IR/Module.h"
#include "fx/IR/ModuleExpansion.h"
#include "fx/IR/OpOverloads.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

CallShapes::~CallShapes() = default;

uint16_t CallShapes::findNumber(const Node &N, std::vector<uint16_t> &Of) {
  uint32_t Id = N.targetId();
  if (Id >= Of.size())
    Of.resize(Id + 64, Unasked);
  const OpTarget *Target = N.opTarget();
  return Of[Id] = Target ? P.Numbers.lookup(&Target->op()) : 0;
}

CallShape &CallShapes::get(const Node &N) {
  CallShape *&Shape =
      Known[unsigned(N.op()) - unsigned(Opcode::CallFunction)][N.callId()];
  if (Shape)
    return *Shape;
  Shape = &Storage.emplace_back();
  // The expansion of a module may ask for more shapes.
  CallShape &New = *Shape;
  if (N.isCallModule()) {
    fillModule(New, N);
  } else if (std::optional<BoundCall> Call = tryBindCall(N)) {
    New.Target = N.opTarget();
    fill(New, N, *Call);
  }
  return New;
}

/// How many node references are in arguments before this one.
static unsigned countNodes(const Argument &A) {
  unsigned Count = 0;
  A.forEachNode([&](Node *) { ++Count; });
  return Count;
}

void CallShapes::fill(CallShape &Shape, const Node &N, const BoundCall &Call) {
  Shape.Op = &Shape.Target->op();
  Shape.Schema = &Call.schema();
  Shape.Number = P.Numbers.lookup(Shape.Op);
  SmallVector<unsigned, 8> FirstOperand;
  unsigned Operands = 0;
  for (unsigned I = 0; I != N.numArgs(); ++I) {
    FirstOperand.push_back(Operands);
    Operands += countNodes(N.arg(I));
  }
  for (unsigned I = 0; I != N.numKwargs(); ++I) {
    FirstOperand.push_back(Operands);
    Operands += countNodes(N.kwargValue(I));
  }
  Context &Ctx = G.context();
  for (unsigned I = 0; I != Call.size(); ++I) {
    CallShape::Source &S = Shape.Params.emplace_back();
    const BoundSlot &Slot = Call.slot(I);
    S.Value = Call.value(Ctx, I);
    S.Index = Slot.Index;
    if (!S.Value.containsNode()) {
      const SchemaParam &Param = Call.schema().params()[I];
      S.IsDefault = !Call.isGiven(I);
      // Equal to the default, as `alpha=1` is.
      if (!S.IsDefault && Param.HasDefault) {
        Expected<Argument> Default = parseLiteral(Ctx, Param.Default);
        if (Default)
          S.IsDefault = *Default == S.Value;
        else
          consumeError(Default.takeError());
      }
      continue;
    }
    unsigned At =
        Slot.Kind == BoundSlot::Keyword ? N.numArgs() + Slot.Index : Slot.Index;
    if (Slot.Kind == BoundSlot::Rest) {
      S.Kind = CallShape::Source::Rest;
    } else if (S.Value.isNode()) {
      S.Kind = CallShape::Source::Operand;
      S.Index = FirstOperand[At];
    } else {
      S.Kind = Slot.Kind == BoundSlot::Keyword ? CallShape::Source::Keyword
                                               : CallShape::Source::Argument;
    }
    S.Value = Argument();
  }
}

/// A module whose formula is one call without tensors of its own, such as ReLU
/// or Dropout, is that call.
void CallShapes::fillModule(CallShape &Shape, const Node &N) {
  Module *Owner = G.owningModule();
  Module *Callee = Owner ? Owner->lookup(N.targetText()) : nullptr;
  const ModuleInfo *Class = Callee ? classOf(*Callee) : nullptr;
  if (!Class || Callee->graph() || Class->expansion().empty() ||
      N.numArgs() != N.numOperands() || N.numKwargs())
    return;
  if (!Scratch)
    Scratch = std::make_unique<Graph>(G.context());
  SmallVector<Argument, 4> Inputs;
  SmallVector<const Node *, 4> Placeholders;
  for (unsigned I = 0; I != N.numArgs(); ++I) {
    Placeholders.push_back(Scratch->placeholder("x"));
    Inputs.push_back(const_cast<Node *>(Placeholders.back()));
  }
  Expected<Expansion> Formula =
      expandModule(*Scratch, *Callee, *Class, N.targetText(), {Inputs, {}});
  if (!Formula) {
    consumeError(Formula.takeError());
    return;
  }
  const Node *Call = Formula->Result.asNode();
  bool IsOneCall = Formula->Created.size() == 1 && Formula->Hidden.empty() &&
                   Call == Formula->Created[0] &&
                   (Call->isCallFunction() || Call->isCallMethod());
  std::optional<BoundCall> Bound =
      IsOneCall ? tryBindCall(*Call) : std::nullopt;
  if (!Bound)
    return;
  Shape.Target = Call->opTarget();
  fill(Shape, *Call, *Bound);
  for (CallShape::Source &S : Shape.Params) {
    if (S.Kind == CallShape::Source::Constant)
      continue;
    auto It = find(Placeholders, S.Kind == CallShape::Source::Operand
                                     ? Call->operand(S.Index)
                                     : nullptr);
    if (It == Placeholders.end()) {
      Shape.Number = 0;
      return;
    }
    S.Index = It - Placeholders.begin();
  }
}

Argument CallShapes::value(const Node &N, const CallShape::Source &S) const {
  switch (S.Kind) {
  case CallShape::Source::Constant:
    return S.Value;
  case CallShape::Source::Operand:
    return N.operand(S.Index);
  case CallShape::Source::Argument:
    return N.arg(S.Index);
  case CallShape::Source::Keyword:
    return N.kwargValue(S.Index);
  case CallShape::Source::Rest:
    break;
  }
  SmallVector<Argument, 4> Items;
  for (unsigned I = S.Index; I != N.numArgs(); ++I)
    Items.push_back(N.arg(I));
  // `x.permute((1, 0))` and `x.permute(1, 0)` are the same.
  if (Items.size() == 1 && Items[0].isSequence())
    return Items[0];
  return Argument::list(Items);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

bool CallShapes::tryMap(const CallShape &Shape, const Pattern &Call,
                        ArrayRef<StringRef> Names,
                        CallShape::Mapping &M) const {
  ArrayRef<SchemaParam> Params = Shape.Schema->params();
  // Python's operators are called by position.
  bool ByPosition = Shape.Target->name().starts_with("operator.");
  M.Params.clear();
  for (size_t I = 0; I != Names.size(); ++I) {
    StringRef Wanted = canonicalParam(Names[I]);
    size_t At = Params.size();
    if (!ByPosition)
      At = find_if(Params,
                   [&](const SchemaParam &P) {
                     return canonicalParam(P.Name) == Wanted;
                   }) -
           Params.begin();
    // Functions call some parameters otherwise: `split_size_or_sections`. The
    // one at the same place is meant, unless it has a name that is another's.
    if (At == Params.size()) {
      bool IsOthers =
          I < Params.size() &&
          any_of(
              Names,
              [&](StringRef Name) {
                return canonicalParam(Name) == canonicalParam(Params[I].Name);
              });
      if (I >= Params.size() || (IsOthers && !ByPosition))
        return false;
      At = I;
    }
    if (is_contained(M.Params, At))
      return false;
    M.Params.push_back(At);
  }
  if (Call.AllowsOthers)
    return true;
  for (size_t I = 0; I != Params.size(); ++I) {
    const CallShape::Source &S = Shape.Params[I];
    bool SaysNothing =
        S.Kind == CallShape::Source::Constant &&
        (S.IsDefault || (S.Value.isNone() && !Params[I].HasDefault) ||
         (Params[I].isVariadic() && S.Value.empty()));
    if (!SaysNothing && !is_contained(M.Params, I))
      return false;
  }
  return true;
}

const CallShape::Mapping &CallShapes::map(CallShape &Shape,
                                          const Pattern &Call) {
  auto [It, New] = Shape.Mappings.try_emplace(Call.CallId);
  CallShape::Mapping &M = It->second;
  if (!New || !Shape.Schema)
    return M;
  for (const OpChoice &Choice : Call.Ops) {
    if (Choice.Op != Shape.Op || (Choice.Only && Choice.Only != Shape.Target))
      continue;
    for (const auto &Names : Choice.Signatures)
      if (tryMap(Shape, Call, Names, M)) {
        M.Fits = true;
        M.Choice = &Choice;
        return M;
      }
  }
  return M;
}
