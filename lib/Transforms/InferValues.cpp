//===- InferValues.cpp - Values of nodes from their operands --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/Autocast.h"
#include "fx/Analysis/ValueCall.h"
#include "fx/Analysis/ValueInference.h"
#include "fx/IR/OpInfo.h"
#include "fx/Pass/Pass.h"
#include "fx/Transforms/Passes.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_INFERVALUES
#define GEN_PASS_DEF_CHECKVALUES
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

/// \p Value with the strides that \p Like has for dimensions of size 1.
static Argument withUnitStrides(const Argument &Value, const Argument &Like) {
  if (Value.isSequence() && Like.isSequence() && Value.size() == Like.size()) {
    SmallVector<Argument, 4> Items;
    for (auto [Item, Other] : zip(Value.elements(), Like.elements()))
      Items.push_back(withUnitStrides(Item, Other));
    return Value.kind() == ArgKind::Tuple ? Argument::tuple(Items)
                                          : Argument::list(Items);
  }
  TensorType Type(Value), Other(Like);
  if (!Type || !Other || !Type.isStrided() || !Other.isStrided() ||
      Type.strides().size() != Other.strides().size())
    return Value;
  SmallVector<Argument, 6> Strides(Type.strides());
  for (auto [I, Size] : enumerate(Type.sizes()))
    if (Size.isInt() && Size.asInt() == 1 && I < Strides.size())
      Strides[I] = Other.strides()[I];
  return Type.withStrides(Argument::tuple(Strides)).value();
}

/// What torch.export says of \p N, dropout in evaluation: a copy of its
/// operand. Its kernels give the operand itself. None for other calls.
static Argument copyByExport(const Node &N, ValueInference &Inference,
                             const GraphModule &M) {
  const OpTarget *Target = N.opTarget();
  if (!Target || !Target->isOperatorOverload() || N.numOperands() == 0)
    return Argument::none();
  constexpr StringLiteral Dropouts[] = {
      "dropout", "alpha_dropout", "feature_dropout", "feature_alpha_dropout"};
  if (!is_contained(Dropouts, Target->op().name()))
    return Argument::none();
  ValueCall Call(N, &Target->overloads().front(), Inference.math(), &M);
  if (Call.flag("train"))
    return Argument::none();
  Argument Copy = lookupValueRule("clone")(Call);
  return Call.failed() ? Argument::none() : Copy;
}

/// \p Why, for a message that names \p N itself.
static StringRef withoutNode(StringRef Why, const Node &N) {
  Why.consume_back(" (in %" + N.name() + ")");
  return Why;
}

namespace {
struct InferValues : impl::InferValuesBase<InferValues> {
  Expected<bool> run(GraphModule &M) override {
    if (Partial && !Replace)
      return runWherePossible(M);
    if (!Replace) {
      Expected<unsigned> Count = inferMissingValues(M);
      if (!Count)
        return Count.takeError();
      NumInferred += *Count;
      return *Count != 0;
    }
    bool Changed = false;
    for (Graph *G : graphsInsideOut(M)) {
      ValueInference Inference(*G, &M);
      for (Node *N : G->nodes()) {
        if (N->op() == Opcode::Placeholder || N->op() == Opcode::Output)
          continue;
        // An unknown operator may return nothing.
        if (!N->val() && !N->hasUsers() && N->op() == Opcode::CallFunction &&
            !N->opTarget())
          continue;
        const MetaDict *Before = &N->meta();
        if (Error E = Inference.inferAndSet(*N, M)) {
          if (!N->val() && !Partial)
            return E;
          consumeError(std::move(E));
        }
        bool Other = &N->meta() != Before;
        Changed |= Other;
        NumInferred += Other;
      }
    }
    return Changed;
  }

private:
  bool runWherePossible(GraphModule &M) {
    uint64_t Count = 0, Unknown = 0;
    bool HasAutocast = false;
    M.forEachGraph([&](Graph &G, StringRef) {
      auto Regions = G.findNodes(Opcode::CallFunction,
                                 "torch.ops.higher_order.wrap_with_autocast");
      HasAutocast |= Regions.begin() != Regions.end();
    });
    Node *Untyped = nullptr, *Stop = nullptr;
    std::string WhyStop;
    bool Corrected = false;
    for (Graph *G : graphsInsideOut(M)) {
      ValueInference Inference(*G, &M);
      if (HasAutocast)
        Corrected |= correctTypes(*G, Inference);
      for (Node *N : G->nodes()) {
        if (N->val() || N->op() == Opcode::Output)
          continue;
        if (N->op() == Opcode::Placeholder) {
          if (!Untyped && G == &M.graph() && N->hasUsers())
            Untyped = N;
          continue;
        }
        if (Error E = Inference.inferAndSet(*N, M)) {
          ++Unknown;
          std::string Why = toString(std::move(E));
          if (!Stop && N->isCallModule() && G == &M.graph() && N->hasUsers() &&
              all_of(N->allInputNodes(), [](Node *In) { return In->val(); })) {
            Stop = N;
            WhyStop = withoutNode(Why, *N);
          }
        } else {
          // What returns nothing has no value.
          Count += N->val() != nullptr;
        }
      }
    }
    if (Untyped && Unknown)
      warning(*Untyped, "the values of " + Twine(Unknown) +
                            (Unknown == 1 ? " node is" : " nodes are") +
                            " not known, because the input %" +
                            Untyped->name() +
                            " has no type; shape-prop gives one to each node");
    if (Stop)
      warning(*Stop, WhyStop + "; what follows from it is not known either");
    NumInferred += Count;
    return Count != 0 || Corrected;
  }
};

struct CheckValues : impl::CheckValuesBase<CheckValues> {
  Expected<bool> run(GraphModule &M) override {
    for (Graph *G : graphsInsideOut(M)) {
      ValueInference Inference(*G, &M);
      for (Node *N : G->nodes()) {
        const Argument *Stored = N->val();
        if (!Stored || N->op() == Opcode::Placeholder)
          continue;
        Expected<Argument> Value = Inference.infer(*N);
        if (!Value) {
          ++NumUnknown;
          std::string Why = toString(Value.takeError());
          if (Remarks)
            diags().report(diag::remark_value_unknown, *N, *N,
                           withoutNode(Why, *N));
          continue;
        }
        auto Compare = [&](const Argument &Known) {
          return compareValues(*Stored,
                               Exact ? Known : withUnitStrides(Known, *Stored),
                               Inference.math(), /*ByExample=*/true);
        };
        std::string Why = Compare(*Value);
        if (!Why.empty() && !Exact)
          if (Argument Copy = copyByExport(*N, Inference, M); !Copy.isNone())
            if (Compare(Copy).empty())
              Why.clear();
        if (Why.empty()) {
          ++NumEqual;
          continue;
        }
        ++NumDifferent;
        diags().report(diag::err_value_wrong, *N, *N, Why);
      }
    }
    return false;
  }
};
} // namespace
