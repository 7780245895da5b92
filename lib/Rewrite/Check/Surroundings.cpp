//===- Surroundings.cpp - Programs around an example ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Surroundings.h"
#include "Apply/Emitter.h"
#include "fx/Analysis/ValueInference.h"
#include "fx/IR/Module.h"
#include <random>

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

namespace {
class Surrounder {
public:
  Surrounder(GraphModule &M, uint64_t Seed);
  bool run();
  bool copyResults();

private:
  Node *oneOf(ArrayRef<Node *> Nodes) { return Nodes[Random() % Nodes.size()]; }
  Node *call(StringRef Method, Node *Of, ArrayRef<int64_t> Numbers,
             Node *Before);
  bool inferAgain();

  GraphModule &M;
  Graph &G;
  std::mt19937_64 Random;
  /// The first change; all of them have their turn.
  unsigned Kind;
  /// The copies of inputs, and what is computed from them.
  SmallVector<Node *, 4> Copies;
  SmallVector<Node *, 16> Calls;
  SmallVector<Argument, 4> Results;
};
} // namespace

bool fx::rewrite::isCopyOfInput(const Node &N) {
  return N.isCall() && N.numOperands() == 1 && N.operand(0)->isPlaceholder() &&
         N.target() == "torch.ops.aten.clone.default";
}

Surrounder::Surrounder(GraphModule &M, uint64_t Seed)
    : M(M), G(M.graph()), Random(Seed), Kind(Seed % 8) {
  for (Node *N : G.nodes()) {
    if (!N->isCall() || !N->tensorType())
      continue;
    (isCopyOfInput(*N) ? static_cast<SmallVectorImpl<Node *> &>(Copies) : Calls)
        .push_back(N);
  }
  Argument Returned = G.outputNode()->args()[0];
  if (Returned.isSequence())
    for (size_t I = 0; I != Returned.size(); ++I)
      Results.push_back(Returned[I]);
  else
    Results.push_back(Returned);
}

Node *Surrounder::call(StringRef Method, Node *Of, ArrayRef<int64_t> Numbers,
                       Node *Before) {
  SmallVector<Argument, 3> Args = {Argument(Of)};
  for (int64_t Number : Numbers)
    Args.push_back(Argument(Number));
  InsertionGuard Guard = G.insertingBefore(Before);
  return G.callMethod(Method, Args);
}

/// Writes change no sizes, so that each value is what it was.
bool Surrounder::inferAgain() {
  ValueInference Inference(G, &M);
  for (Node *N : G.nodes()) {
    if (!N->isCall() || N->val())
      continue;
    Expected<Argument> Val = Emitter::inferCall(*N, Inference);
    if (!Val) {
      consumeError(Val.takeError());
      return false;
    }
    N->setVal(*Val);
  }
  return true;
}

bool Surrounder::run() {
  if (Copies.empty() || Calls.empty())
    return false;
  for (unsigned Count = 1 + Random() % 2; Count != 0;
       --Count, Kind = Random() % 8) {
    switch (Kind) {
    case 0:
      Results.push_back(Argument(oneOf(Calls)));
      break;
    case 1:
      Results.push_back(Argument(oneOf(Copies)));
      break;
    case 2:
      call("add_", oneOf(Copies), {1}, oneOf(Calls));
      break;
    case 3:
      Results.push_back(
          Argument(call("clone", oneOf(Copies), {}, oneOf(Calls))));
      break;
    // Memory of a result that others share, or shared.
    case 4:
      call("add_", oneOf(Copies), {1}, G.outputNode());
      break;
    case 5:
      call("add_", oneOf(Calls), {1}, G.outputNode());
      Results.push_back(Argument(oneOf(Copies)));
      break;
    case 6: {
      Argument One = Argument::list({Argument(1)});
      InsertionGuard Guard = G.insertingBefore(G.outputNode());
      Results.push_back(Argument(G.callMethod(
          "as_strided", {Argument(oneOf(Calls)), One, One, Argument(0)})));
      break;
    }
    default:
      call("transpose_", oneOf(Calls), {0, -1}, G.outputNode());
      Results.push_back(
          Argument(call("neg", oneOf(Calls), {}, G.outputNode())));
      break;
    }
  }
  G.outputNode()->setArgs({Argument::tuple(Results)});
  return inferAgain();
}

bool Surrounder::copyResults() {
  for (Argument &Result : Results)
    if (Result.isNode())
      Result = Argument(call("clone", Result.asNode(), {}, G.outputNode()));
  G.outputNode()->setArgs({Argument::tuple(Results)});
  return inferAgain();
}

bool fx::rewrite::surround(GraphModule &M, uint64_t Seed) {
  return Surrounder(M, Seed).run();
}

bool fx::rewrite::copyResults(GraphModule &M) {
  return Surrounder(M, 0).copyResults();
}
