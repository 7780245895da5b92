//===- PartMemory.cpp - What a part of a program shares memory with -------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartMemory.h"
#include "fx/Analysis/Partition.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/OpInfo.h"
#include "fx/IR/VmapCalls.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

/// No node of the group was seen; or not all of it is of one part.
static constexpr uint32_t Unseen = ~0u, Mixed = ~0u - 1;

PartMemory::PartMemory(GraphModule &M,
                       function_ref<uint32_t(const Node &)> PartOf)
    : M(M), Memory(M.graph()) {
  findVmap();
  if (!Memory.hasWriters())
    return;
  Owner.assign(M.graph().idBound(), Unseen);
  Owner[Memory.externalGroup()] = Mixed;
  for (Node *N : M.graph().nodes()) {
    if (N->isOutput())
      continue;
    uint32_t Part = PartOf(*N);
    // Views can be computed outside; they are not memory of their own.
    if (!isView(*N)) {
      uint32_t &Place = Owner[Memory.group(*N)];
      bool IsFirst = Place == Unseen || Place == Part;
      Place = IsFirst && Part != Partition::None ? Part : Mixed;
    }
    if (Memory.isWriter(*N))
      for (uint32_t Group : Memory.writes(*N).Groups)
        Writers.insert({Group, Part});
  }
}

void PartMemory::findVmap() {
  vmap::Nesting Vmap(M.context());
  if (!Vmap.isPossible())
    return;
  for (const Node *N : M.graph().nodes())
    if (Vmap.isInside(*N))
      InVmap.insert(N);
}

bool PartMemory::isView(const Node &N) {
  if (!N.isCall())
    return false;
  if (N.isGetItem())
    if (const Node *From = N.arg(0).asNode())
      if (const Argument *Val = From->val(); Val && Val->isSequence())
        return isView(*From);
  const EffectSummary &E = Effects.get(N);
  return E.isRemovable() && !E.Aliases.empty();
}

static std::string called(const Node &N) {
  return "'" + N.targetText().str() + "'";
}

/// Whether the call \p N writes to tensors of a list.
static bool writesToList(const Node &N, const EffectSummary &E) {
  auto IsWritten = [&](const Argument &Item) {
    return Item.isNode() && any_of(E.Writes, [&](uint32_t I) {
             return N.operand(I) == Item.asNode();
           });
  };
  auto HasWritten = [&](const Argument &Arg) {
    return Arg.isSequence() && any_of(Arg.elements(), IsWritten);
  };
  return any_of(N.args(), HasWritten) ||
         any_of(N.kwargs(),
                [&](const KwArg &Arg) { return HasWritten(Arg.Value); });
}

std::string PartMemory::whyNotInside(const Node &N, uint32_t Part) {
  if (N.isCallModule())
    return "it calls the module " + called(N);
  // PyTorch has no vmap of graphs that are called.
  if (InVmap.contains(&N))
    return called(N) + " is called inside torch.vmap";
  const EffectSummary &E = Effects.get(N);
  if (E.Unknown)
    return "nothing is known of what " + called(N) + " does";
  if (E.WritesState)
    return called(N) + " writes to state";
  if (!Memory.isWriter(N))
    return "";
  MemoryAnalysis::WriteSet Set = Memory.writes(N);
  if (Set.Global)
    return called(N) + " may change what later calls do";
  // PyTorch looks for what a graph writes among the arguments themselves.
  if (writesToList(N, E))
    return called(N) + " writes to a list of tensors";
  for (uint32_t Group : Set.Groups)
    if (Owner[Group] != Part)
      return called(N) + " writes to memory that exists outside";
  return "";
}

/// Whether \p Val is a symbolic expression of type \p Type.
static bool isSymbolic(const GraphModule &M, const Argument &Val,
                       SymbolicInfo::TypeKind Type) {
  if (Val.kind() != ArgKind::SymExpr)
    return false;
  const SymbolicInfo *Info = M.program()->symbolic(Val.symbol());
  return (Info ? Info->Type : SymbolicInfo::Int) == Type;
}

/// Whether \p N is a view whose elements may only be marked as conjugated or
/// negated (Tensor.is_conj, is_neg).
bool PartMemory::isMarked(const Node &N) {
  for (const Node *At = &N; At->isCall() && isView(*At); At = At->operand(0)) {
    const OpTarget *Target = At->opTarget();
    if (Target &&
        is_contained({"conj", "_conj", "_neg_view", "adjoint", "mH", "H"},
                     Target->op().name()))
      return true;
  }
  return false;
}

std::string PartMemory::whyNotInput(const Node &N) {
  std::string Name = "its input %" + N.name();
  const Argument *Val = N.val();
  if (!Val)
    return "nothing is known of " + Name;
  // PyTorch calls no graph with these.
  if (isMarked(N))
    return Name + " is a view that conjugates";
  if (N.isPlaceholder())
    if (std::optional<InputSpec> Spec = InputSpec::of(N); Spec && Spec->Target)
      if (const TensorAttr *T = M.state(Spec->Target.str()); T && T->Pickled)
        return Name + " is a subclass of tensors";
  if (TensorType(*Val) || isSymbolic(M, *Val, SymbolicInfo::Int))
    return "";
  return Name + " is neither a tensor nor a symbolic integer";
}

std::string PartMemory::whyNotResult(const Node &N) {
  std::string Name = "its result %" + N.name();
  const Argument *Val = N.val();
  if (!Val)
    return "nothing is known of " + Name;
  if (!TensorType(*Val) && !isSymbolic(M, *Val, SymbolicInfo::Int))
    return Name + " is neither a tensor nor a symbolic integer";
  const EffectSummary &E = Effects.get(N);
  if (N.isGetItem() || E.Aliases.empty() || !E.Writes.empty())
    return "";
  return Name + " may share memory with what it is computed from";
}

bool PartMemory::isWrittenInside(const Node &N, uint32_t Part) {
  return Memory.hasWriters() && Writers.contains({Memory.group(N), Part});
}

std::optional<uint32_t> PartMemory::groupOf(const Node &N) const {
  if (!Memory.hasWriters() || !N.tensorType())
    return std::nullopt;
  return Memory.group(N);
}
