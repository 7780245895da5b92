//===- CheckRuns.cpp - Programs of checks, run ----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleChecker.h"
#include "fx/IR/Module.h"
#include "fx/IR/OpInfo.h"
#include "fx/IR/Printer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

/// The numbers that \p N puts into places of its result, as far as they are
/// larger than what is tried otherwise.
static void addFills(const Node &N, SmallVectorImpl<double> &Fills) {
  const OpTarget *Target = N.opTarget();
  constexpr StringLiteral Ops[] = {"full",          "full_like",    "new_full",
                                   "scalar_tensor", "fill",         "fill_",
                                   "masked_fill",   "masked_fill_", "where"};
  if (!Target || !is_contained(Ops, Target->op().name()))
    return;
  for (const Argument &A : N.args())
    if (A.isFloat() || A.isInt()) {
      double Number = A.isFloat() ? A.asFloat() : double(A.asInt());
      if (!(std::abs(Number) > 100))
        continue;
      for (double Fill : {Number, double(float(Number))})
        if (!is_contained(Fills, Fill))
          Fills.push_back(Fill);
    }
}

void ScaleObserver::after(const RunEvent &Event,
                          function_ref<RunValuePtr()> Value) {
  addFills(Event.N, Fills);
  Expected<std::optional<TensorBytes>> Bytes = Torch.bytesOf(*Value());
  if (!Bytes)
    consumeError(Bytes.takeError());
  else if (*Bytes) {
    Scale = std::max(Scale, largestOf((*Bytes)->Type, (*Bytes)->Bytes, Fills));
    IsFinite &= areFinite((*Bytes)->Type, (*Bytes)->Bytes);
  }
}

std::unique_ptr<GraphRunner> fx::rewrite::prepareCheck(TorchBackend &Torch,
                                                       GraphModule &M,
                                                       std::string &Failure) {
  M.graph().eliminateDeadCode();
  RunOptions Options;
  Options.Weights.RandomSeed = 0;
  Expected<std::unique_ptr<GraphRunner>> Runner = Torch.prepareRun(M, Options);
  if (Runner)
    return std::move(*Runner);
  Failure = toString(Runner.takeError());
  return nullptr;
}

CheckedTensor fx::rewrite::takeCheckedTensor(TorchBackend &Torch, Context &Ctx,
                                             const RunValue &Value,
                                             std::string &Failure) {
  CheckedTensor T;
  Expected<Argument> Type = Torch.typeOf(Ctx, Value);
  Expected<std::optional<TensorBytes>> Bytes = Torch.bytesOf(Value);
  if (!Type || !Bytes) {
    Failure = Type ? "" : toString(Type.takeError());
    if (!Bytes)
      Failure += toString(Bytes.takeError());
    return T;
  }
  T.Type = *Type;
  raw_string_ostream OS(T.Text);
  printArgument(T.Type, Ctx, OS);
  if (*Bytes) {
    T.Element = (*Bytes)->Type;
    T.Bytes = (*Bytes)->Bytes.str();
  }
  return T;
}

CheckedRun fx::rewrite::runCheck(TorchBackend &Torch, Context &Ctx,
                                 GraphRunner &Runner,
                                 ArrayRef<RunValuePtr> Given) {
  CheckedRun Result;
  Torch.seed(0);
  Expected<std::vector<RunValuePtr>> Results = Runner.run(Given);
  if (!Results) {
    Result.Failure = toString(Results.takeError());
    return Result;
  }
  Result.RandomState = Torch.randomState();
  std::vector<RunValuePtr> Others(Given.begin(), Given.end());
  for (const RunValuePtr &Value : *Results) {
    CheckedTensor &T = Result.Results.emplace_back(
        takeCheckedTensor(Torch, Ctx, *Value, Result.Failure));
    // Nobody can tell whose memory no elements are in.
    bool IsEmpty = T.Bytes.empty();
    for (size_t I = 0; I != std::min<size_t>(Others.size(), 64); ++I)
      if (!IsEmpty && Others[I] && Torch.shareMemory(*Value, *Others[I]))
        T.Shares |= uint64_t(1) << I;
    Others.push_back(IsEmpty ? nullptr : Value);
  }
  return Result;
}

std::string fx::rewrite::nodesOnOneLine(const GraphModule &M) {
  std::string Text, OneLine;
  raw_string_ostream OS(Text);
  printModule(M, OS, PrintFormat::FX);
  ListSeparator Semicolon("; ");
  for (StringRef Line : drop_begin(split(StringRef(Text).trim(), '\n')))
    OneLine += (StringRef(Semicolon) + Line.trim()).str();
  return OneLine;
}
