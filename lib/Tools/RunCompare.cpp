//===- RunCompare.cpp - Where two runs part -------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunCompare.h"
#include "fx/Analysis/ModuleStack.h"
#include "fx/IR/Node.h"
#include "fx/IR/OpInfo.h"

using namespace fx;
using namespace llvm;

/// What messages call a node.
static std::string display(const RunObserver::Event &E) {
  std::string Name = "%" + E.N.name();
  return E.Path.empty() ? Name : Name + " of '" + E.Path.str() + "'";
}

/// Two nodes that have this in common stand for each other, and so do, where
/// there are none, two whose operators differ.
static std::string placeKey(const RunObserver::Event &E) {
  return E.Path.str() + ":" + E.N.name() + ":" + toString(E.N.op()).str();
}

/// The same with the operator, under whatever spelling.
static std::string nameKey(const RunObserver::Event &E) {
  std::string Key = E.Path.str() + ":" + E.N.name() + ":";
  if (const OpTarget *Target = E.N.opTarget())
    return Key + Target->op().name().str();
  return Key + toString(E.N.op()).str() + E.N.targetText().str();
}

/// The call of a module that a node in the graph at \p Path belongs to.
static std::string moduleKey(const Node &N, StringRef Path) {
  if (std::optional<ModuleStack> Stack = moduleStack(N);
      Stack && !Stack->empty())
    return Stack->back().Key;
  return N.isCallModule() ? joinModulePath(Path, N.targetText()) : "";
}

/// Whether the result of \p N is that of the call \p Key: others use it.
static bool leavesModule(const Node &N, StringRef Path, StringRef Key) {
  return any_of(N.users(),
                [&](const Node *U) { return moduleKey(*U, Path) != Key; });
}

void RunComparison::RecordingObserver::after(
    const Event &E, function_ref<RunValuePtr()> Value) {
  if (E.Inner || E.N.isOutput())
    return;
  Known V{display(E), Value(), E.N.isCallModule()};
  if (std::string Key = moduleKey(E.N, E.Path); !Key.empty())
    Owner.ByModule[Key] = V;
  Owner.ByPlace[placeKey(E)] = V;
  Owner.ByName[nameKey(E)] = std::move(V);
}

const RunComparison::Known *RunComparison::match(const RunObserver::Event &E) {
  if (auto It = ByName.find(nameKey(E)); It != ByName.end())
    return &It->second;
  std::string Key = moduleKey(E.N, E.Path);
  if (auto It = ByModule.find(Key); !Key.empty() && It != ByModule.end()) {
    // What was inlined in the one model is called in the other.
    const Known &Other = It->second;
    if (E.N.isCallModule() || (Other.IsCall && leavesModule(E.N, E.Path, Key)))
      return &Other;
  }
  auto It = ByPlace.find(placeKey(E));
  return It == ByPlace.end() ? nullptr : &It->second;
}

void RunComparison::CheckingObserver::after(const Event &E,
                                            function_ref<RunValuePtr()> Value) {
  if (E.Inner || E.N.isOutput() || Owner.Found)
    return;
  const Known *Other = Owner.match(E);
  if (!Other)
    return;
  ++Owner.NumCompared;
  ValueComparison C =
      Owner.Backend.compare(*Value(), *Other->Value, Owner.Rtol, Owner.Atol);
  if (!C.Equal)
    Owner.Found = {display(E), Other->Name, C.Difference};
}
