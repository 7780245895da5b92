//===- ReduceGraphs.cpp - Edits of nested graphs --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReduceEdits.h"
#include "fx/Analysis/GraphCalls.h"
#include "fx/IR/ModuleExpansion.h"
#include "fx/IR/TensorType.h"
#include "llvm/ADT/DenseMap.h"

using namespace fx;
using namespace llvm;

std::unique_ptr<GraphModule> fx::nestedGraph(GraphModule &M, size_t Index) {
  Graph *Nested = nullptr;
  std::string Owner;
  M.forEachGraph([&](Graph &G, StringRef Path) {
    if (Path.empty() || Index-- != 0)
      return;
    Nested = &G;
    Owner = Path.str();
  });
  const Module *Root = Nested ? M.submodule(Owner) : nullptr;
  if (!Root)
    return nullptr;
  auto Alone = std::make_unique<GraphModule>(M.context());
  std::unique_ptr<Module> Tree = Root->clone();
  (void)Tree->takeGraph();
  Alone->setTree(std::move(Tree), M.treeKind());
  DenseMap<const Node *, Argument> Values;
  Argument Result = Alone->graph().graphCopy(*Nested, Values);
  Alone->graph().output(Result);
  return Alone;
}

Argument fx::sliceOf(const Argument &Value) {
  TensorType Type(Value);
  if (!Type || Type.sizes().empty())
    return Value;
  Argument Strides;
  if (!Type.strides().empty())
    Strides = Argument::tuple(Type.strides().drop_front());
  return Argument::tensorType(Type.dtype(),
                              Argument::tuple(Type.sizes().drop_front()),
                              Strides, Type.device());
}

//===----------------------------------------------------------------------===//
// Calls of graphs
//===----------------------------------------------------------------------===//

namespace {
/// A graph, and a node that calls it.
struct CallOfGraph {
  Node *N;
  GraphCall Called;
};
} // namespace

static SmallVector<CallOfGraph, 4> graphCallsIn(GraphModule &M) {
  SmallVector<CallOfGraph, 4> Calls;
  for (Node *N : allCallsOf(M))
    for (GraphCall &Called : graphCallsOf(*N))
      if (Called.Body && Called.Fetched)
        Calls.push_back({N, std::move(Called)});
  return Calls;
}

size_t fx::numGraphCalls(GraphModule &M) { return graphCallsIn(M).size(); }

/// Erases these nodes, which fetch graphs, and the graphs, as far as nothing
/// uses them any more.
static void eraseFetched(GraphModule &M, Graph &G, ArrayRef<Node *> Fetched) {
  const Module *Owner = G.owningModule();
  std::vector<std::string> Paths;
  for (Node *N : Fetched) {
    const Module *Graph = Owner->lookup(N->targetText());
    if (G.eraseIfUnused(N) && Graph)
      Paths.push_back(Graph->path());
  }
  M.deleteUnusedSubmodules(Paths);
}

/// The nodes that fetch the graphs which \p N calls, each once.
static SmallVector<Node *, 2> fetchedBy(const Node &N) {
  SmallVector<Node *, 2> Fetched;
  for (const GraphCall &Called : graphCallsOf(N))
    if (Node *Get = N.arg(Called.GraphArg).asNode();
        Get && Get->isGetAttr() && !is_contained(Fetched, Get))
      Fetched.push_back(Get);
  return Fetched;
}

bool fx::inlineGraph(GraphModule &M, size_t Index) {
  SmallVector<CallOfGraph, 4> Calls = graphCallsIn(M);
  if (Index >= Calls.size())
    return false;
  auto &[N, Called] = Calls[Index];
  const Node *Output = Called.Body->outputNode();
  // The condition of a loop is no value of the loop.
  if (!Output || !Output->numArgs() || !Output->arg(0).isSequence())
    return false;
  Graph &G = N->graph();
  SmallVector<Node *, 2> Fetched = fetchedBy(*N);
  InsertionGuard Point = G.insertingBefore(N);
  Node *First = nullptr;
  bool TypesDiffer = false;
  SmallVector<Argument, 8> Inputs;
  for (const GraphCall::Operand &O : Called.Operands) {
    Inputs.push_back(O.Given);
    if (!O.IsSliced || !O.value())
      continue;
    Node *Slice = G.callFunction("torch.ops.aten.select.int", {O.Given, 0, 0});
    if (const Argument *Val = O.value()->val())
      Slice->setVal(sliceOf(*Val));
    Inputs.back() = Slice;
    // The loop gives one result for each of these.
    TypesDiffer = true;
  }
  size_t Place = 0;
  for (const Node *Input : Called.Body->nodes()) {
    if (!Input->isPlaceholder() || Place == Inputs.size())
      break;
    const Node *Given = Inputs[Place++].asNode();
    const Argument *Inside = Input->val(),
                   *Outside = Given ? Given->val() : nullptr;
    TypesDiffer |= Inside && Outside && !(*Inside == *Outside);
  }
  std::optional<Argument> Result =
      copyBody(G, *Called.Body, Called.Fetched->targetText(), Inputs,
               [&](Node &New) { First = First ? First : &New; });
  if (!Result)
    return false;
  replaceCallWith(*N, *Result);
  Node *Next = First ? First : N->next();
  if (!G.eraseNode(N))
    return false;
  eraseFetched(M, G, Fetched);
  if (TypesDiffer)
    inferFrom(*Next, M);
  return true;
}

bool fx::callSameGraph(GraphModule &M, size_t Index) {
  SmallVector<CallOfGraph, 4> Calls = graphCallsIn(M);
  if (Index >= Calls.size())
    return false;
  auto &[N, Called] = Calls[Index];
  SmallVector<Node *, 2> Fetched = fetchedBy(*N);
  // A loop calls two graphs which give two kinds of results.
  if (Fetched.size() < 2 || Called.IsLoop)
    return false;
  Argument Graph = N->arg(Called.GraphArg);
  for (const GraphCall &Other : graphCallsOf(*N))
    N->updateArg(Other.GraphArg, Graph);
  eraseFetched(M, N->graph(), Fetched);
  return true;
}

//===----------------------------------------------------------------------===//
// Inputs of nested graphs
//===----------------------------------------------------------------------===//

static SmallVector<Node *, 8> placeholdersOf(Graph &G) {
  SmallVector<Node *, 8> Inputs;
  for (Node *N : G.nodes())
    if (N->isPlaceholder())
      Inputs.push_back(N);
  return Inputs;
}

static SmallVector<Graph *, 4> nestedGraphsOf(GraphModule &M) {
  SmallVector<Graph *, 4> Graphs;
  M.forEachGraph([&](Graph &G, StringRef Path) {
    if (!Path.empty())
      Graphs.push_back(&G);
  });
  return Graphs;
}

size_t fx::numGraphInputs(GraphModule &M) {
  size_t Count = 0;
  for (Graph *G : nestedGraphsOf(M))
    Count += placeholdersOf(*G).size();
  return Count;
}

/// Erases input number \p Place of a nested graph; what uses it takes the first
/// other one of its type.
static bool eraseGraphInput(Graph &G, size_t Place) {
  SmallVector<Node *, 8> Inputs = placeholdersOf(G);
  if (Place >= Inputs.size())
    return false;
  Node *Gone = Inputs[Place];
  for (Node *Other : Inputs) {
    const Argument *A = Gone->val(), *B = Other->val();
    if (Gone->hasUsers() && Other != Gone && bool(A) == bool(B) &&
        (!A || *A == *B))
      Gone->replaceAllUsesWith(Other);
  }
  return G.eraseIfUnused(Gone);
}

/// Does not give \p Operand any more.
static bool dropOperand(Node &N, const GraphCall::Operand &Operand) {
  SmallVector<Argument, 4> Args = N.args();
  if (!Operand.Item) {
    Args.erase(Args.begin() + Operand.Arg);
    N.setArgs(Args);
    return true;
  }
  Argument &List = Args[Operand.Arg];
  SmallVector<Argument, 8> Items(List.elements());
  // What a loop goes through says how often it does.
  if (Operand.IsSliced && Items.size() == 1)
    return false;
  Items.erase(Items.begin() + *Operand.Item);
  List = Argument::aggregate(List.kind(), List.symbol(), Items);
  N.setArgs(Args);
  return true;
}

bool fx::dropGraphInput(GraphModule &M, size_t Index) {
  SmallVector<Graph *, 4> Graphs = nestedGraphsOf(M);
  Graph *Body = nullptr;
  for (Graph *G : Graphs) {
    size_t Count = placeholdersOf(*G).size();
    if (Index < Count) {
      Body = G;
      break;
    }
    Index -= Count;
  }
  if (!Body)
    return false;
  // The graphs that are called with the same operands, by one node alone.
  Node *Caller = nullptr;
  SmallVector<CallOfGraph, 4> Calls = graphCallsIn(M);
  for (const CallOfGraph &Call : Calls)
    if (Call.Called.Body == Body) {
      if (Caller && Caller != Call.N)
        return false;
      Caller = Call.N;
    }
  if (!Caller)
    return eraseGraphInput(*Body, Index);
  std::optional<GraphCall::Operand> Operand;
  SmallVector<const Graph *, 2> Done;
  for (const CallOfGraph &Call : Calls) {
    bool IsDone = is_contained(Done, Call.Called.Body);
    if (Call.N != Caller) {
      if (IsDone)
        return false;
      continue;
    }
    // What a loop gives is what it takes in the next turn.
    if (Call.Called.IsLoop || Index >= Call.Called.Operands.size())
      return false;
    Operand = Call.Called.Operands[Index];
    Graph *Inside = *find(Graphs, Call.Called.Body);
    if (!IsDone && !eraseGraphInput(*Inside, Index))
      return false;
    Done.push_back(Inside);
  }
  return dropOperand(*Caller, *Operand);
}
