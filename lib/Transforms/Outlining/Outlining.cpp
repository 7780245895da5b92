//===- Outlining.cpp - Submodules of parts --------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Transforms/Outlining.h"
#include "ModuleRuns.h"
#include "OutlinedState.h"
#include "PartMemory.h"
#include "PartitionTags.h"
#include "fx/Analysis/ModuleStack.h"
#include "fx/IR/AttributeNames.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Structural.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

using namespace fx;
using namespace llvm;

namespace {

/// One run of outlineParts. Nodes of parts are erased at the end, so that ids
/// tell nodes from each other until then.
class Outliner {
public:
  Outliner(GraphModule &M, const Partition &P, const OutlineOptions &Options);
  OutlineResult run();

private:
  static constexpr uint32_t None = Partition::None;

  /// A part and what becomes of it.
  struct Part {
    std::vector<Node *> Nodes;
    /// Nodes with users outside that are not views.
    SmallVector<Node *, 4> Results;
    /// What stands in the place of the part: empty while it stays as it is.
    SmallVector<Node *, 4> Replacement;
  };
  /// Flags of nodes by id.
  enum : uint8_t {
    Inside = 1,  ///< Computed by the submodule.
    Outside = 2, ///< A view that is computed outside, perhaps as well.
    Going = 4,   ///< Erased at the end.
  };

  uint32_t partOf(const Node &N) const {
    return N.id() < PartOf.size() ? PartOf[N.id()] : None;
  }
  bool has(const Node &N, uint8_t Flag) const {
    return N.id() < Flags.size() && Flags[N.id()] & Flag;
  }

  void takeItems();
  std::string analyze(uint32_t Index);
  std::string findResults(uint32_t Index);
  std::string findInputs(uint32_t Index);
  bool isLocal(const Node &Operand, uint32_t Index) const;
  std::unique_ptr<Module> makeBody(uint32_t Index);
  Argument resultOf(const Part &P, Graph &Body);
  void setInside(const Node &N, Node *Copy) {
    // Calls of parts are new.
    if (N.id() >= InBody.size())
      InBody.resize(std::max<size_t>(G.idBound(), N.id() + 1));
    InBody[N.id()] = Copy;
  }
  Module *findEqual(const Module &Sub);
  std::string freePath(StringRef Wanted) const;
  void outline(uint32_t Index);
  void replaceResults(Part &P, uint32_t Index, Node &Call);
  void arrange();
  void eraseGone();
  void detachState();

  GraphModule &M;
  Graph &G;
  Context &Ctx;
  const Partition &Parts;
  const OutlineOptions &Options;
  bool IsProgram;
  std::vector<Part> Work;
  /// \name By node id
  /// @{
  std::vector<uint32_t> PartOf;
  std::vector<uint8_t> Flags;
  /// The copy in the submodule that is made now.
  std::vector<Node *> InBody;
  /// @}
  /// Items of tuples of a part that are in no part or were in another one.
  DenseMap<const Node *, SmallVector<Node *, 2>> Items;
  std::optional<PartMemory> Memory;
  std::optional<OutlinedState> State;
  /// Where the nodes of the modules of a program stood.
  std::optional<ModuleRuns> Runs;
  DenseSet<const Node *> NewCalls;
  /// The graph, and those of new submodules.
  SmallVector<Graph *, 8> Graphs;
  /// Nodes that fetch state that went into submodules.
  SmallVector<Node *, 16> Locals;
  /// Inputs of the part that is looked at.
  SmallVector<Node *, 8> Inputs;
  DenseMap<uint64_t, SmallVector<Module *, 1>> Known;
  OutlineResult Result;
};

} // namespace

Outliner::Outliner(GraphModule &M, const Partition &P,
                   const OutlineOptions &Options)
    : M(M), G(M.graph()), Ctx(M.context()), Parts(P), Options(Options),
      IsProgram(M.program() != nullptr), PartOf(G.idBound(), None),
      Flags(G.idBound()), InBody(G.idBound()) {
  for (auto [I, Part] : enumerate(P.parts())) {
    Work.emplace_back().Nodes = Part.Nodes;
    for (Node *N : Part.Nodes)
      PartOf[N->id()] = I;
  }
}

/// Items of tuples go with the tuples: results are single values.
void Outliner::takeItems() {
  SmallVector<uint32_t, 4> Changed;
  for (Node *N : Parts.order()) {
    const Node *From = tupleOfItem(*N);
    if (!From)
      continue;
    uint32_t To = PartOf[From->id()], Old = PartOf[N->id()];
    if (To == None || To == Old)
      continue;
    if (Old != None)
      Changed.push_back(Old);
    PartOf[N->id()] = To;
    Work[To].Nodes.push_back(N);
    Items[From].push_back(N);
  }
  for (uint32_t I : Changed)
    erase_if(Work[I].Nodes, [&](Node *N) { return PartOf[N->id()] != I; });
}

//===----------------------------------------------------------------------===//
// Whether and how a part can be called
//===----------------------------------------------------------------------===//

/// Says which nodes the submodule computes, and which it returns.
std::string Outliner::findResults(uint32_t Index) {
  Part &P = Work[Index];
  bool HasViews = false;
  for (Node *N : reverse(P.Nodes)) {
    bool UsedInside = false, UsedOutside = false;
    for (Node *User : N->users()) {
      bool IsMember = partOf(*User) == Index;
      UsedOutside |= !IsMember || has(*User, Outside);
      UsedInside |= IsMember && has(*User, Inside);
    }
    uint8_t &F = Flags[N->id()];
    F = Inside;
    if (!UsedOutside)
      continue;
    if (!Memory || !Memory->isView(*N)) {
      P.Results.push_back(N);
      continue;
    }
    if (Memory->isWrittenInside(*N, Index))
      return "it writes to memory of which %" + N->name() +
             ", which is used outside, may be a view";
    F = Outside | (UsedInside ? Inside : 0);
    HasViews = true;
  }
  std::reverse(P.Results.begin(), P.Results.end());
  if (P.Results.empty())
    return HasViews ? "its results are views of its inputs"
                    : "it has no results";
  if (!Memory)
    return "";
  DenseSet<uint32_t> Groups;
  for (Node *N : P.Results) {
    if (std::string Why = Memory->whyNotResult(*N); !Why.empty())
      return Why;
    std::optional<uint32_t> Group = Memory->groupOf(*N);
    if (Group && !Groups.insert(*Group).second)
      return "its result %" + N->name() + " shares memory with another one";
  }
  return "";
}

/// Whether \p Operand, a value of no part, is made again in the submodule.
bool Outliner::isLocal(const Node &Operand, uint32_t Index) const {
  return State && !Options.Dedupe && Operand.isGetAttr() &&
         State->moves(Operand, Index);
}

std::string Outliner::findInputs(uint32_t Index) {
  Inputs.clear();
  DenseSet<const Node *> Seen;
  for (Node *N : Work[Index].Nodes) {
    if (!has(*N, Inside))
      continue;
    for (const Use &U : N->operandUses()) {
      Node *Operand = G.node(U.Value);
      if ((partOf(*Operand) == Index && has(*Operand, Inside)) ||
          isLocal(*Operand, Index) || !Seen.insert(Operand).second)
        continue;
      if (Operand->isGetAttr() && M.attribute(Operand->targetText()).Sub)
        return "others use the module '" + Operand->targetText().str() + "'";
      if (Memory)
        if (std::string Why = Memory->whyNotInput(*Operand); !Why.empty())
          return Why;
      Inputs.push_back(Operand);
    }
  }
  return "";
}

/// Why the part stays as it is; empty: it need not.
std::string Outliner::analyze(uint32_t Index) {
  if (Work[Index].Nodes.empty())
    return "its items belong to other parts";
  for (Node *N : Work[Index].Nodes) {
    std::string Why;
    if (Memory)
      Why = Memory->whyNotInside(*N, Index);
    else if (N->isCallModule())
      Why = State->whyNot(*N);
    if (!Why.empty())
      return Why;
  }
  if (std::string Why = findResults(Index); !Why.empty())
    return Why;
  return findInputs(Index);
}

//===----------------------------------------------------------------------===//
// Submodules
//===----------------------------------------------------------------------===//

std::unique_ptr<Module> Outliner::makeBody(uint32_t Index) {
  auto Sub = std::make_unique<Module>(
      Ctx, Ctx.intern("torch.fx.graph_module.GraphModule"));
  Sub->setTraining(M.root().isTraining());
  auto Body = std::make_unique<Graph>(Ctx, Sub.get());
  Symbol Val = Ctx.valKey();
  for (auto [I, N] : enumerate(Inputs)) {
    // Names of inputs would make equal parts differ.
    Node *Copy = Body->placeholder(Options.Dedupe ? "arg" + std::to_string(I)
                                                  : N->name());
    if (const Argument *Type = N->val())
      Copy->setMeta(Val, *Type);
    Copy->setType(N->type());
    setInside(*N, Copy);
  }
  DenseMap<const Node *, Node *> Copies;
  auto Map = [&](Node *N) -> Argument {
    if (!isLocal(*N, Index))
      return Argument(InBody[N->id()]);
    Node *&Copy = Copies[N];
    if (!Copy) {
      Copy = Body->nodeCopy(N);
      Locals.push_back(N);
      State->take(*N, Index, *Sub);
    }
    return Argument(Copy);
  };
  const Part &P = Work[Index];
  for (Node *N : P.Nodes) {
    if (!has(*N, Inside))
      continue;
    setInside(*N, Body->nodeCopy(N, Map));
    if (N->isCallModule())
      State->take(*N, Index, *Sub);
  }
  Body->output(resultOf(P, *Body));
  Sub->setGraph(std::move(Body));
  return Sub;
}

/// What the submodule returns: one value as it is, but for programs.
Argument Outliner::resultOf(const Part &P, Graph &Body) {
  SmallVector<Argument, 4> Values;
  for (Node *N : P.Results)
    Values.push_back(Argument(InBody[N->id()]));
  bool IsSingle = Values.size() == 1 && !IsProgram;
  return IsSingle ? Values.front() : Argument::tuple(Values);
}

/// A submodule that was made before and computes the same, or null.
Module *Outliner::findEqual(const Module &Sub) {
  // State and modules of its own make it one of its kind.
  if (!Sub.children().empty() || !Sub.tensors().empty())
    return nullptr;
  StructuralOptions Same;
  Same.Names = Same.Metadata = Same.Users = false;
  Graph &Body = *const_cast<Module &>(Sub).graph();
  for (Module *Other : Known.lookup(structuralHash(Body, Same))) {
    if (findDifference(*Other->graph(), Body, Same))
      continue;
    // What is known of values is part of what is written.
    bool IsEqual = true;
    Node *A = Other->graph()->front();
    for (Node *B : Body.nodes()) {
      const Argument *ValA = A->val(), *ValB = B->val();
      IsEqual &= ValA && ValB ? *ValA == *ValB : ValA == ValB;
      A = A->next();
    }
    if (IsEqual)
      return Other;
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void Outliner::replaceResults(Part &P, uint32_t Index, Node &Call) {
  if (P.Results.size() == 1 && !IsProgram) {
    Node *N = P.Results.front();
    Call.setType(N->type());
    if (const Argument *Val = N->val())
      Call.setVal(*Val);
    N->replaceAllUsesWith(&Call,
                          [&](Node *User) { return partOf(*User) != Index; });
    return;
  }
  SmallVector<Argument, 4> Vals;
  for (Node *N : P.Results)
    if (const Argument *Val = N->val())
      Vals.push_back(*Val);
  if (Vals.size() == P.Results.size())
    Call.setVal(Argument::tuple(Vals));
  // Results become items of the call, with the names that they had.
  for (auto [I, N] : enumerate(P.Results)) {
    N->setOp(Opcode::CallFunction);
    N->setTarget(Ctx.getItem());
    N->setArgsKwargs({Argument(&Call), Argument(int64_t(I))}, {});
    N->eraseMeta("tag");
    Flags[N->id()] = 0;
  }
}

/// A path for a submodule. Archives of programs have one name for a graph that
/// is called and for the node that stands for it, and PyTorch makes both an
/// attribute of the module.
std::string Outliner::freePath(StringRef Wanted) const {
  if (!IsProgram)
    return M.freeStatePath(Wanted);
  std::string Name = attributePath(Wanted, /*Dots=*/false);
  if (isDigit(Name.front()))
    Name = "_" + Name;
  auto IsFree = [&](StringRef Text) {
    return M.freeStatePath(Text) == Text && !Namespace::isIllegal(Text) &&
           !G.names().isUsed(Namespace::parse(Ctx, Text));
  };
  std::string Free = Name;
  for (unsigned I = 1; !IsFree(Free); ++I)
    Free = Name + "_" + utostr(I);
  return Free;
}

void Outliner::outline(uint32_t Index) {
  Part &P = Work[Index];
  std::unique_ptr<Module> Sub = makeBody(Index);
  Module *Callee = Options.Dedupe ? findEqual(*Sub) : nullptr;
  if (Callee) {
    ++Result.Shared;
  } else {
    std::string Path =
        freePath(Options.NameOf ? Options.NameOf(Index)
                                : "part_" + std::to_string(Index));
    Callee = &M.root().addSubmodule(Path, std::move(Sub));
    Graphs.push_back(Callee->graph());
    if (Options.Dedupe) {
      StructuralOptions Same;
      Same.Names = Same.Metadata = Same.Users = false;
      Known[structuralHash(*Callee->graph(), Same)].push_back(Callee);
    }
  }
  std::string Path = Callee->path();
  SmallVector<Argument, 8> Args;
  for (Node *N : Inputs)
    Args.push_back(Argument(N));
  InsertionGuard At = G.insertingBefore(P.Nodes.front());
  Node *Call = nullptr;
  if (IsProgram) {
    Node *Body = G.getAttr(Path);
    // The name of an attribute is in snake case.
    if (Body->name() != Path && !G.names().isUsed(Namespace::parse(Ctx, Path)))
      Body->rename(Path);
    P.Replacement.push_back(Body);
    Args.insert(Args.begin(), {Argument(Body), Argument::string(Ctx, Path)});
    Call = G.callFunction("torch.ops.higher_order.invoke_subgraph", Args);
  } else {
    Call = G.callModule(Path, Args);
  }
  P.Replacement.push_back(Call);
  NewCalls.insert(Call);
  // PyTorch makes modules again of the stacks of all nodes.
  if (std::optional<Argument> Stack = commonModuleStack(P.Nodes))
    for (Node *N : P.Replacement)
      N->setMeta("nn_module_stack", *Stack);
  for (Node *N : P.Nodes)
    Flags[N->id()] |= Going;
  replaceResults(P, Index, *Call);
  for (Node *N : P.Nodes) {
    uint8_t &F = Flags[N->id()];
    if (F & Outside) {
      F = Outside;
      N->eraseMeta("tag");
    }
    if (!(F & Going))
      P.Replacement.push_back(N);
  }
  ++Result.Outlined;
}

/// Brings the nodes that stay into an order in which they run.
void Outliner::arrange() {
  std::vector<uint8_t> Placed(PartOf.size());
  Node *Last = nullptr;
  auto Place = [&](Node *N) {
    // The ids of nodes that were erased are in use by no others yet.
    if (has(*N, Going) ||
        (N->id() < Placed.size() && std::exchange(Placed[N->id()], 1)))
      return;
    Node *Next = Last ? Last->next() : G.front();
    if (Next != N)
      Next->prepend(N);
    Last = N;
  };
  std::vector<bool> Done(Work.size());
  for (Node *N : Parts.order()) {
    uint32_t Index = PartOf[N->id()];
    if (Index == None || Work[Index].Replacement.empty()) {
      Place(N);
      if (auto It = Items.find(N); It != Items.end())
        for (Node *Item : It->second)
          Place(Item);
      continue;
    }
    if (Done[Index])
      continue;
    Done[Index] = true;
    for (Node *Stays : Work[Index].Replacement)
      Place(Stays);
  }
}

void Outliner::eraseGone() {
  for (const Part &P : Work)
    for (Node *N : reverse(P.Nodes))
      if (has(*N, Going))
        G.eraseNode(N);
  for (Node *N : Locals)
    if (G.eraseIfUnused(N))
      Flags[N->id()] |= Going;
}

/// What a call returns has a gradient if any of its operands has one; what
/// becomes state has none. Where it is returned too, PyTorch returns the state.
void Outliner::detachState() {
  Node *Output = G.outputNode();
  auto Specs = Output ? outputSpecsOf(*Output) : std::nullopt;
  if (!Specs || Output->numArgs() != 1 || !Output->arg(0).isSequence())
    return;
  SmallVector<Argument, 8> Values(Output->arg(0).elements());
  SmallDenseMap<Node *, Node *> Detached;
  for (auto [Spec, Value] : zip(*Specs, Values)) {
    Node *N = Spec.isStateMutation() ? Value.asNode() : nullptr;
    const Node *Call = N ? tupleOfItem(*N) : nullptr;
    TensorType Type = Call ? N->tensorType() : TensorType();
    if (!Type || !NewCalls.contains(Call) || Type.requiresGrad() ||
        !(isFloatType(Type.dtype()) || isComplexType(Type.dtype())) ||
        Detached.contains(N))
      continue;
    InsertionGuard At = G.insertingAfter(N);
    Node *Now = G.callFunction("torch.ops.aten.detach.default", {Argument(N)});
    Now->setMeta(N->meta());
    Detached[N] = Now;
  }
  for (Argument &Value : Values)
    if (Node *Now = Detached.lookup(Value.isNode() ? Value.asNode() : nullptr))
      Value = Argument(Now);
  Output->setArgs({Argument::tuple(Values)});
}

OutlineResult Outliner::run() {
  takeItems();
  auto PartAt = [&](const Node &N) { return partOf(N); };
  if (IsProgram) {
    Memory.emplace(M, PartAt);
    Runs.emplace(G);
  } else {
    State.emplace(M, PartAt);
  }
  Graphs.push_back(&G);
  for (uint32_t I = 0; I != Work.size(); ++I) {
    std::string Why = analyze(I);
    bool IsAdmitted = !Why.empty() || !Options.Admits || Options.Admits(I);
    if (Why.empty() && IsAdmitted) {
      outline(I);
      if (Options.Outlined)
        Options.Outlined(I);
      continue;
    }
    for (Node *N : Work[I].Nodes)
      Flags[N->id()] = 0;
    if (!Why.empty())
      if (Options.Kept)
        Options.Kept(I, Why);
  }
  if (!Result.Outlined)
    return Result;
  eraseGone();
  arrange();
  if (State)
    State->finish();
  if (IsProgram) {
    detachState();
    Runs->cut(Graphs);
  }
  return Result;
}

OutlineResult fx::outlineParts(GraphModule &M, const Partition &P,
                               const OutlineOptions &Options) {
  return Outliner(M, P, Options).run();
}
