//===- Extract.cpp - The pass extract -------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/MemoryAnalysis.h"
#include "fx/Analysis/NodeSelector.h"
#include "fx/Analysis/Partition.h"
#include "fx/IR/Effects.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/SideTables.h"
#include "fx/IR/Structural.h"
#include "fx/Transforms/Passes.h"
#include "fx/Transforms/SignatureEditor.h"
#include "llvm/ADT/SetVector.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_EXTRACT
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {

struct Extract : impl::ExtractBase<Extract> {
  Expected<bool> run(GraphModule &M) override;

private:
  Expected<NodeSet> selected(GraphModule &M);
  Expected<NodeSet> named(const Graph &G, ArrayRef<std::string> Names);
  Error between(const Graph &G);
  Error closeOver(const Graph &G);
  void takeItems(const Graph &G);
  Error checkEffects(const Graph &G);
  const Node *lostWrite(MemoryAnalysis &Memory, const Node &Value,
                        const Node &User);
  Error checkWrites(const Graph &G);
  bool isWhole(const Graph &G) const;
  Error findEnds(const Graph &G);
  void editGraph(Graph &G);
  Error editProgram(GraphModule &M);
  void eraseOthers(Graph &G, const NodeSet &Keep);

  /// What is extracted, the values that it needs, and those that it gives.
  NodeSet Picked, Wanted;
  SmallSetVector<Node *, 8> Inputs, Results;
};

} // namespace

Expected<NodeSet> Extract::named(const Graph &G, ArrayRef<std::string> Names) {
  NodeSet Nodes;
  for (StringRef Name : Names) {
    Name.consume_front("%");
    const Node *N = G.findByName(Name);
    if (!N || !N->isCall())
      return error(DiagnosticPlace(), N ? ("'" + Name + "' is not a call").str()
                                        : noSuchNode(G, Name));
    Nodes.insert(N);
  }
  return Nodes;
}

/// Picks what depends on `from` and is needed for `to`.
Error Extract::between(const Graph &G) {
  Expected<NodeSet> Begins = named(G, From), Ends = named(G, To);
  if (!Begins || !Ends)
    return joinErrors(Begins.takeError(), Ends.takeError());
  NodeSet After, Before;
  for (Node *N : G.nodes())
    if (Begins->contains(N) || any_of(N->allInputNodes(), [&](Node *Operand) {
          return After.contains(Operand);
        }))
      After.insert(N);
  for (Node *N : G.reversedNodes())
    if (Ends->contains(N) ||
        any_of(N->users(), [&](Node *User) { return Before.contains(User); }))
      Before.insert(N);
  for (Node *N : G.nodes()) {
    bool IsAfter = From.empty() || After.contains(N);
    if (Ends->contains(N) && !IsAfter)
      return error(*N, "%" + N->name() + " needs no node of 'from'");
    if (N->isCall() && IsAfter && (To.empty() || Before.contains(N)))
      Picked.insert(N);
    if (Ends->contains(N))
      Wanted.insert(N);
  }
  return Error::success();
}

Expected<NodeSet> Extract::selected(GraphModule &M) {
  Expected<NodeSelector> Selector =
      NodeSelector::parse(Where.get(), M.context());
  if (!Selector)
    return Selector.takeError();
  NodeSet Nodes;
  NodeMatcher Matcher(*Selector, M.graph());
  for (Node *N : M.graph().nodes())
    if (N->isCall() && Matcher.matches(*N))
      Nodes.insert(N);
  return Nodes;
}

/// Picks also what stands between nodes that are picked.
Error Extract::closeOver(const Graph &G) {
  NodeSet After, Before;
  for (Node *N : G.nodes())
    if (Picked.contains(N) || any_of(N->allInputNodes(), [&](Node *Operand) {
          return After.contains(Operand);
        }))
      After.insert(N);
  for (Node *N : G.reversedNodes())
    if (Picked.contains(N) ||
        any_of(N->users(), [&](Node *User) { return Before.contains(User); }))
      Before.insert(N);
  bool Any = false;
  for (Node *N : G.nodes()) {
    Any |= Picked.contains(N);
    if (After.contains(N) && Before.contains(N) && Picked.insert(N))
      remark(*N,
             "%" + N->name() + " is extracted too: it stands between others");
  }
  if (!Any)
    return error(DiagnosticPlace(), "no call is picked");
  return Error::success();
}

/// Items of tuples are where the tuples are: inputs and results are values.
void Extract::takeItems(const Graph &G) {
  for (Node *N : G.nodes()) {
    const Node *From =
        N->isGetItem() && N->numArgs() == 2 ? N->arg(0).asNode() : nullptr;
    const Argument *Val = From && From->isCall() ? From->val() : nullptr;
    if (!Val || !Val->isSequence())
      continue;
    if (!Picked.contains(From))
      Picked.erase(N);
    else if (Picked.insert(N) && Wanted.contains(From))
      Wanted.insert(N);
  }
  for (Node *N : G.nodes())
    if (const Argument *Val = N->val(); Val && Val->isSequence())
      Wanted.erase(N);
}

/// Adds to \p Roots the nodes that the memory of \p N may be of.
static void collectRoots(const Node &N,
                         SmallSetVector<const Node *, 8> &Roots) {
  SmallVector<const Node *, 8> Stack = {&N};
  NodeSet Seen;
  while (!Stack.empty()) {
    const Node *Top = Stack.pop_back_val();
    if (!Seen.insert(Top))
      continue;
    Effects E = getEffects(*Top);
    if (E.Aliases.empty())
      Roots.insert(Top);
    Stack.append(E.Aliases.begin(), E.Aliases.end());
  }
}

/// Whether \p Write changes the memory of \p Value. Unlike for an order that
/// has to be kept, inputs and tensors of the state are not the same memory
/// here: batch normalization in training would keep all that follows.
static bool mayWriteTo(const Node &Write, const Node &Value) {
  Effects E = getEffects(Write);
  if (E.Unknown || E.WritesState)
    return true;
  SmallSetVector<const Node *, 8> Written, Read;
  for (const Node *N : E.Writes)
    collectRoots(*N, Written);
  collectRoots(Value, Read);
  return any_of(Written, [&](const Node *A) {
    return any_of(Read, [&](const Node *B) {
      return A == B || (A->isGetAttr() && B->isGetAttr() &&
                        A->targetId() == B->targetId());
    });
  });
}

/// What is written to \p Value before \p User reads it, by a call that is not
/// picked; null for nothing.
const Node *Extract::lostWrite(MemoryAnalysis &Memory, const Node &Value,
                               const Node &User) {
  const Node *Write = Memory.writerBetween(Value, Value, User);
  while (Write && (Picked.contains(Write) || !mayWriteTo(*Write, Value)))
    Write = Memory.writerBetween(Value, *Write, User);
  return Write;
}

/// A write to what becomes an input, or to state, would be lost.
Error Extract::checkWrites(const Graph &G) {
  MemoryAnalysis Memory(G);
  if (!Memory.hasWriters())
    return Error::success();
  for (const Node *N : G.nodes()) {
    if (!Picked.contains(N))
      continue;
    for (const Node *Operand : N->allInputNodes()) {
      if (Picked.contains(Operand) || !Memory.isEverWritten(*Operand))
        continue;
      if (const Node *Write = lostWrite(Memory, *Operand, *N))
        return error(*Write, "%" + Write->name() +
                                 " writes to the memory of %" +
                                 Operand->name() + " before %" + N->name() +
                                 " reads it; extract it too");
    }
  }
  return Error::success();
}

/// A write between two nodes that are picked would be lost.
Error Extract::checkEffects(const Graph &G) {
  Partition Parts(G, 1, [&](const Node &N) {
    return Picked.contains(&N) ? 0 : Partition::None;
  });
  if (Parts.parts().size() < 2)
    return Error::success();
  const Node *Last = nullptr;
  for (const Node *N : Parts.order()) {
    if (Parts.partOf(*N) == 1)
      break;
    if (N->isCall() && !Picked.contains(N))
      Last = N;
  }
  // Parts are also apart where nothing comes between, as calls of graphs are.
  if (!Last)
    return Error::success();
  return error(*Last, "the effects of %" + Last->name() +
                          " come between nodes that are extracted; extract it "
                          "too");
}

Error Extract::findEnds(const Graph &G) {
  for (Node *N : G.nodes()) {
    if (!Picked.contains(N))
      continue;
    for (Node *Operand : N->allInputNodes())
      if (!Picked.contains(Operand) && !Operand->isGetAttr())
        Inputs.insert(Operand);
    if (Wanted.contains(N) ||
        any_of(N->users(), [&](Node *User) { return !Picked.contains(User); }))
      Results.insert(N);
  }
  if (Results.empty())
    return error(DiagnosticPlace(), "nothing uses what would be extracted");
  return Error::success();
}

/// Whether there is nothing besides what is extracted.
bool Extract::isWhole(const Graph &G) const {
  const Node *Output = G.outputNode();
  return Output && equal(Output->allInputNodes(), Results) &&
         all_of(G.nodes(), [&](const Node *N) {
           return N->isOutput() || Picked.contains(N) ||
                  (!N->isCall() && N->hasUsers());
         });
}

void Extract::eraseOthers(Graph &G, const NodeSet &Keep) {
  for (Node *N : G.reversedNodes())
    if (!Picked.contains(N) && !Keep.contains(N) && !N->isOutput() &&
        !N->hasUsers())
      G.eraseNode(N);
}

/// Makes \p N an input, so that its name stays.
static void becomeInput(Node &N) {
  N.setOp(Opcode::Placeholder);
  N.setTarget(N.name());
  N.setArgsKwargs({}, {});
}

void Extract::editGraph(Graph &G) {
  NodeSet Keep;
  // New inputs have no defaults and are not variadic: they come first.
  Node *Front = G.front();
  for (Node *N : Inputs) {
    Keep.insert(N);
    if (N->isPlaceholder())
      continue;
    if (N != Front)
      N->moveBefore(Front);
    std::optional<Argument> Val;
    if (N->val())
      Val = *N->val();
    N->clearMeta();
    if (Val)
      N->setVal(*Val);
    becomeInput(*N);
  }
  Node *Output = G.outputNode();
  SmallVector<Argument, 4> Values(Results.begin(), Results.end());
  Argument Value = Values.size() == 1 ? Values[0] : Argument::tuple(Values);
  if (Output) {
    Output->setArgs({Value});
    Output->setType(Symbol());
  } else {
    G.setInsertionPoint(nullptr);
    G.output(Value);
  }
  eraseOthers(G, Keep);
}

Error Extract::editProgram(GraphModule &M) {
  Graph &G = M.graph();
  Node *Output = G.outputNode();
  std::optional<SmallVector<OutputSpec, 4>> Specs =
      Output ? outputSpecsOf(*Output) : std::nullopt;
  if (!Specs || !all_of(*Specs, [](OutputSpec S) { return S.isUser(); }))
    return error(DiagnosticPlace(),
                 "the program returns what its state becomes");
  for (Node *N : Inputs)
    if (!N->isPlaceholder() && !N->val())
      return error(*N, "nothing is known of %" + N->name() +
                           ", which would be an input; run infer-values");
  SignatureEditor Editor(M);
  NodeSet Keep;
  for (Node *N : Inputs) {
    if (N->isPlaceholder()) {
      Keep.insert(N);
      continue;
    }
    Expected<Node *> Input = Editor.addUserInput(N->name(), *N->val());
    if (!Input)
      return Input.takeError();
    N->setMeta((*Input)->meta());
    N->moveBefore(*Input);
    becomeInput(*N);
    (*Input)->replaceAllUsesWith(N);
    G.eraseNode(*Input);
    Keep.insert(N);
  }
  if (Error E = Editor.setUserOutputs(Results.getArrayRef()))
    return E;
  // Inputs go one by one, with their place in the signature.
  for (Node *N : G.nodes())
    if (N->isPlaceholder())
      Keep.insert(N);
  eraseOthers(G, Keep);
  for (Node *N : Editor.userInputs())
    if (!N->hasUsers())
      if (Error E = Editor.removeUserInput(*N))
        return E;
  return Error::success();
}

Expected<bool> Extract::run(GraphModule &M) {
  Picked = Wanted = NodeSet();
  Inputs.clear();
  Results.clear();
  Graph &G = M.graph();
  bool HasNames = !From.empty() || !To.empty();
  if (HasNames != Where.get().empty())
    return error(DiagnosticPlace(),
                 "extract needs either where= or from= and to=");
  if (HasNames) {
    if (Error E = between(G))
      return E;
  } else {
    Expected<NodeSet> Nodes = selected(M);
    if (!Nodes)
      return Nodes.takeError();
    Picked = std::move(*Nodes);
  }
  if (Error E = closeOver(G))
    return E;
  takeItems(G);
  if (Error E = checkEffects(G))
    return E;
  if (Error E = checkWrites(G))
    return E;
  if (Error E = findEnds(G))
    return E;
  if ((!M.program() && isWhole(G)) || !mayRewrite("", "extracted"))
    return false;
  // A program may be its own part already.
  std::optional<uint64_t> Before;
  if (M.program()) {
    Before = structuralHash(M);
    if (Error E = editProgram(M))
      return E;
  } else {
    editGraph(G);
  }
  // Single edits of it make no graph that anybody wants to see.
  rewrote("", "extracted");
  return !Before || *Before != structuralHash(M);
}
