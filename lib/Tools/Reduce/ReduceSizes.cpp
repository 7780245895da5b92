//===- ReduceSizes.cpp - Edits of sizes and types -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReduceEdits.h"
#include "ReduceSignature.h"
#include "fx/Analysis/GraphCalls.h"
#include "fx/Analysis/SymbolicMath.h"
#include "fx/Analysis/ValueInference.h"
#include "fx/IR/TensorType.h"
#include "llvm/ADT/SetVector.h"

using namespace fx;
using namespace llvm;

SmallVector<int64_t> fx::sizesOfInputs(const GraphModule &M) {
  SmallSetVector<int64_t, 8> Sizes;
  for (const Node *N : inputsOf(M))
    if (auto Fixed =
            N->tensorType() ? N->tensorType().fixedSizes() : std::nullopt)
      for (int64_t Size : *Fixed)
        if (Size > 1)
          Sizes.insert(Size);
  SmallVector<int64_t> Sorted(Sizes.begin(), Sizes.end());
  llvm::sort(Sorted, std::greater<int64_t>());
  return Sorted;
}

/// \p A with each \p From in place of \p To; arguments of calls.
static Argument withNumber(const Argument &A, int64_t From, int64_t To) {
  if (A.isInt())
    return A.asInt() == From ? Argument(To) : A;
  if (A.kind() != ArgKind::Tuple && A.kind() != ArgKind::List)
    return A;
  SmallVector<Argument, 4> Items;
  for (const Argument &Item : A.elements())
    Items.push_back(withNumber(Item, From, To));
  return Argument::aggregate(A.kind(), Symbol(), Items);
}

/// Gives the inputs of the graphs that \p N calls the types of what it gives
/// them, where they had some.
static void inferInside(const Node &N, GraphModule &M) {
  for (const GraphCall &Call : graphCallsOf(N)) {
    Graph *Body = nullptr;
    M.forEachGraph([&](Graph &G, StringRef) {
      if (&G == Call.Body)
        Body = &G;
    });
    if (!Body || Body->empty())
      continue;
    size_t Place = 0;
    for (Node *Input : Body->nodes()) {
      if (!Input->isPlaceholder() || Place == Call.Operands.size())
        break;
      const GraphCall::Operand &Given = Call.Operands[Place++];
      if (!Given.value() || !Input->val())
        continue;
      if (const Argument *Val = Given.value()->val())
        Input->setVal(Given.IsSliced ? sliceOf(*Val) : *Val);
      else
        Input->eraseMeta("val");
    }
    inferFrom(*Body->front(), M);
  }
}

void fx::inferFrom(Node &First, GraphModule &M) {
  ValueInference Inference(First.graph(), &M);
  for (Node *N = &First; N; N = N->next()) {
    if (!N->isCall())
      continue;
    inferInside(*N, M);
    if (!N->val())
      continue;
    // What was known may come from what was before.
    N->eraseMeta("val");
    if (Error E = Inference.inferAndSet(*N, M))
      consumeError(std::move(E));
  }
}

bool fx::addMissingValues(GraphModule &M) {
  Graph &G = M.graph();
  ValueInference Inference(G, &M);
  bool Changed = false;
  for (Node *N : G.nodes()) {
    if (N->val() || N->isPlaceholder() || N->isOutput())
      continue;
    if (Error E = Inference.inferAndSet(*N, M))
      consumeError(std::move(E));
    Changed |= N->val() != nullptr;
  }
  return Changed;
}

bool fx::changeSize(GraphModule &M, int64_t From, int64_t To) {
  bool Changed = false;
  for (Node *N : inputsOf(M)) {
    TensorType Type = N->tensorType();
    auto Fixed = Type ? Type.fixedSizes() : std::nullopt;
    if (!Fixed || !is_contained(*Fixed, From))
      continue;
    std::replace(Fixed->begin(), Fixed->end(), From, To);
    SmallVector<Argument, 6> Sizes, Strides;
    int64_t Stride = 1;
    for (int64_t Size : reverse(*Fixed)) {
      Strides.push_back(Stride);
      Stride *= std::max<int64_t>(Size, 1);
    }
    std::reverse(Strides.begin(), Strides.end());
    Sizes.assign(Fixed->begin(), Fixed->end());
    N->setVal(Argument::tensorType(Type.dtype(), Argument::tuple(Sizes),
                                   Argument::tuple(Strides), Type.device()));
    Changed = true;
  }
  if (!Changed)
    return false;
  forgetInputTypes(M);
  for (Node *N : allCallsOf(M)) {
    SmallVector<Argument, 4> Args = N->args();
    for (Argument &A : Args)
      A = withNumber(A, From, To);
    N->setArgs(Args);
  }
  inferFrom(*M.graph().front(), M);
  return true;
}

/// \p Value with the numbers of the example in place of symbols.
static Argument withNumbers(const Argument &Value, SymbolicMath &Math) {
  if (Value.kind() == ArgKind::SymExpr)
    return Math.hasHint(Value) ? Argument(Math.hint(Value)) : Value;
  if (Value.elements().empty())
    return Value;
  SmallVector<Argument, 8> Items;
  for (const Argument &Item : Value.elements())
    Items.push_back(withNumbers(Item, Math));
  return Argument::aggregate(Value.kind(), Value.symbol(), Items);
}

bool fx::numberSymbols(GraphModule &M) {
  SymbolicMath Math(M);
  bool Changed = false;
  M.forEachGraph([&](Graph &G, StringRef) {
    for (Node *N : G.nodes()) {
      if (!N->val())
        continue;
      Argument New = withNumbers(*N->val(), Math);
      if (New == *N->val())
        continue;
      N->setVal(New);
      Changed = true;
    }
  });
  return Changed;
}
