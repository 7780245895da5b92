//===- RunCompare.cpp - Where two runs part -------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunCompare.h"
#include "fx/IR/Node.h"
#include "fx/IR/OpInfo.h"

using namespace fx;
using namespace llvm;

/// Two nodes that have this in common are taken for the same: name and
/// operator, under whatever spelling.
static std::string nameKey(const RunObserver::Event &E) {
  std::string Key = E.Path.str() + ":" + E.N.name() + ":";
  if (const OpTarget *Target = E.N.opTarget())
    return Key + Target->op().name().str();
  return Key + toString(E.N.op()).str() + E.N.targetText().str();
}

/// The module that a node computes the result of: a call of it, or the last
/// node that came from it.
static std::string moduleKey(const RunObserver::Event &E) {
  if (E.N.isCallModule())
    return E.Path.str() + ":" + E.N.targetText().str();
  const Argument *Stack = E.N.meta("nn_module_stack");
  if (!Stack || !Stack->isString())
    return "";
  // `key,path,type` joined by `;`
  StringRef Last = Stack->str();
  if (Last.contains(';'))
    Last = Last.rsplit(';').second;
  StringRef Module = Last.split(',').second.split(',').first;
  return Module.empty() ? "" : E.Path.str() + ":" + Module.str();
}

void RunComparison::RecordingObserver::after(
    const Event &E, function_ref<RunValuePtr()> Value) {
  if (E.Inner || E.N.isOutput())
    return;
  RunValuePtr V = Value();
  Owner.ByName[nameKey(E)] = {E.N.name(), V};
  if (std::string Key = moduleKey(E); !Key.empty())
    Owner.ByModule[Key] = {E.N.name(), V};
}

void RunComparison::CheckingObserver::after(const Event &E,
                                            function_ref<RunValuePtr()> Value) {
  if (E.Inner || E.N.isOutput() || Owner.Found)
    return;
  auto Match = Owner.ByName.find(nameKey(E));
  const Known *Other = nullptr;
  if (Match != Owner.ByName.end())
    Other = &Match->second;
  else if (E.N.isCallModule())
    // What was inlined in the other model.
    if (auto Module = Owner.ByModule.find(moduleKey(E));
        Module != Owner.ByModule.end())
      Other = &Module->second;
  if (!Other)
    return;
  ++Owner.NumCompared;
  ValueComparison C =
      Owner.Backend.compare(*Value(), *Other->Value, Owner.Rtol, Owner.Atol);
  if (!C.Equal)
    Owner.Found = {E.N.name(), Other->Name, C.Difference};
}
