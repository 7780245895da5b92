//===- StateWrites.cpp - Which state a run writes -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StateWrites.h"
#include "ProgramSignature.h"
#include "fx/IR/Effects.h"
#include "llvm/ADT/DenseMap.h"

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;

const void *torch_impl::memoryOf(const at::Tensor &T) {
  if (T.defined() && T.has_storage())
    return T.storage().unsafeGetStorageImpl();
  return T.unsafeGetTensorImpl();
}

namespace {

class WriteFinder {
public:
  explicit WriteFinder(const PlanSet &Plans) : Plans(Plans) {
    for (const std::unique_ptr<Plan> &P : Plans.plans()) {
      First.push_back(uint32_t(Parent.size()));
      for (uint32_t I = 0; I != P->NumSlots; ++I)
        addGroup();
    }
  }
  DenseSet<const void *> run(const ProgramSignature *Signature);

private:
  uint32_t addGroup() {
    Parent.push_back(uint32_t(Parent.size()));
    return Parent.back();
  }
  uint32_t valueOf(const Plan &P, uint32_t Slot) const {
    return First[P.Index] + Slot;
  }
  uint32_t valueOf(const Plan &P, const Node &N) const {
    return valueOf(P, P.SlotOf[N.id()]);
  }
  uint32_t group(uint32_t I) {
    while (Parent[I] != I)
      I = Parent[I] = Parent[Parent[I]];
    return I;
  }
  void join(uint32_t A, uint32_t B) { Parent[group(A)] = group(B); }
  void joinState(uint32_t Value, const at::Tensor &T);
  void joinOperands(const Plan &P, const Instruction &I);
  /// What \p Inner gets and gives may be what \p I gets and gives.
  void enter(const Plan &P, const Instruction &I, const Plan &Inner);
  void visit(const Plan &P, const Instruction &I);
  void visitCall(const Plan &P, const Instruction &I);
  void visitPrepared(const Plan &P, const Instruction &I);

  const PlanSet &Plans;
  /// For each plan, the group of its first slot.
  std::vector<uint32_t> First;
  std::vector<uint32_t> Parent;
  /// The graphs that values are.
  DenseMap<uint32_t, const Plan *> GraphOf;
  DenseMap<const void *, uint32_t> OfMemory;
  std::vector<uint32_t> Written;
};

} // namespace

void WriteFinder::joinState(uint32_t Value, const at::Tensor &T) {
  auto [It, IsNew] = OfMemory.try_emplace(memoryOf(T), 0);
  if (IsNew)
    It->second = addGroup();
  join(Value, It->second);
}

void WriteFinder::joinOperands(const Plan &P, const Instruction &I) {
  for (const Use &U : I.N->operandUses())
    join(valueOf(P, I.Result), valueOf(P, P.SlotOf[U.Value]));
}

void WriteFinder::enter(const Plan &P, const Instruction &I,
                        const Plan &Inner) {
  joinOperands(P, I);
  for (uint32_t Place : Inner.Inputs)
    join(valueOf(P, I.Result),
         valueOf(Inner, Inner.Instructions[Place].Result));
  for (const Instruction &Last : Inner.Instructions)
    if (Last.Kind == Instruction::Output)
      for (const Use &U : Last.N->operandUses())
        join(valueOf(P, I.Result), valueOf(Inner, Inner.SlotOf[U.Value]));
}

/// Whether the dispatcher knows all that the target may call, and none of it
/// declares that it writes.
static bool declaresNoWrites(const Callable &Target) {
  if (Target.Handler || Target.Overloads.empty())
    return false;
  return none_of(Target.Overloads, [](const Overload &O) {
    return O.Script || O.operatorSchema().is_mutable();
  });
}

/// Operators that run graphs do themselves not write to what those get:
/// functionalized ones work on copies.
static bool onlyRunsGraphs(StringRef Target) {
  return Target.consume_front("torch.ops.higher_order.") &&
         Target != "with_effects" && Target != "call_torchbind";
}

/// Operators that preparation calls, whose schemas say what they do.
static bool isOfPreparation(StringRef Target) {
  return Target.starts_with("torch.ops.mkldnn._convolution_pointwise") ||
         Target == "torch.ops.mkl._mkl_linear.default";
}

void WriteFinder::visitPrepared(const Plan &P, const Instruction &I) {
  const c10::FunctionSchema &Schema = I.Target->Overloads[0].operatorSchema();
  for (const auto &[Arg, Param] : zip(I.N->args(), Schema.arguments())) {
    if (!Arg.isNode() || !Param.alias_info())
      continue;
    join(valueOf(P, I.Result), valueOf(P, *Arg.asNode()));
    if (Param.alias_info()->isWrite())
      Written.push_back(valueOf(P, I.Result));
  }
}

void WriteFinder::visitCall(const Plan &P, const Instruction &I) {
  const Node &N = *I.N;
  for (const Use &U : N.operandUses())
    if (const Plan *Inner = GraphOf.lookup(valueOf(P, P.SlotOf[U.Value])))
      enter(P, I, *Inner);
  if (isOfPreparation(N.targetText())) {
    visitPrepared(P, I);
    return;
  }
  // A chain only reads what it gets, and makes what it gives.
  if (N.targetText() == "torch.ops.fx_opt.chain.default")
    return;
  Effects E = getEffects(N);
  if (E.Unknown) {
    joinOperands(P, I);
    if (!declaresNoWrites(*I.Target) && !onlyRunsGraphs(N.targetText()))
      Written.push_back(valueOf(P, I.Result));
    return;
  }
  for (const Node *Operand : E.Writes)
    Written.push_back(valueOf(P, *Operand));
  for (const Node *Operand : E.Aliases)
    join(valueOf(P, I.Result), valueOf(P, *Operand));
  if (!E.Writes.empty() && mayCapture(N))
    joinOperands(P, I);
}

void WriteFinder::visit(const Plan &P, const Instruction &I) {
  switch (I.Kind) {
  case Instruction::Attribute:
    if (I.Tensor)
      joinState(valueOf(P, I.Result), *I.Tensor);
    if (I.Inner)
      GraphOf[valueOf(P, I.Result)] = I.Inner;
    return;
  case Instruction::ModuleCall:
    enter(P, I, *I.Inner);
    return;
  case Instruction::Call:
    visitCall(P, I);
    return;
  case Instruction::Input:
  case Instruction::Output:
    return;
  }
}

DenseSet<const void *> WriteFinder::run(const ProgramSignature *Signature) {
  const Plan &Root = Plans.root();
  if (Signature)
    for (auto [In, Place] : zip(Signature->Inputs, Root.Inputs))
      if (In.State)
        joinState(valueOf(Root, Root.Instructions[Place].Result), *In.State);
  for (const std::unique_ptr<Plan> &P : Plans.plans())
    for (const Instruction &I : P->Instructions)
      visit(*P, I);
  DenseSet<uint32_t> Groups;
  for (uint32_t Value : Written)
    Groups.insert(group(Value));
  DenseSet<const void *> Result;
  for (auto [Memory, Value] : OfMemory)
    if (Groups.contains(group(Value)))
      Result.insert(Memory);
  return Result;
}

DenseSet<const void *>
torch_impl::findWrittenMemory(const PlanSet &Plans,
                              const ProgramSignature *Signature) {
  return WriteFinder(Plans).run(Signature);
}
