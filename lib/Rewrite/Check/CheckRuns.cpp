//===- CheckRuns.cpp - Programs of checks, run ----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleChecker.h"
#include "fx/IR/Module.h"
#include "fx/IR/Printer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

void ScaleObserver::after(const RunEvent &, function_ref<RunValuePtr()> Value) {
  Expected<std::optional<TensorBytes>> Bytes = Torch.bytesOf(*Value());
  if (!Bytes)
    consumeError(Bytes.takeError());
  else if (*Bytes) {
    Scale = std::max(Scale, largestOf((*Bytes)->Type, (*Bytes)->Bytes));
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
