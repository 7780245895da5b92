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
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

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
  Known V{display(E), Value(), E.N.isCallModule(), &E.N};
  if (std::string Key = moduleKey(E.N, E.Path); !Key.empty()) {
    std::vector<Known> &Values = Owner.ByModule[Key].Values;
    // Of the nodes of one call the last one has its value.
    if (V.IsCall || Values.empty() || Values.back().IsCall ||
        Values.back().First == &E.N)
      Values.push_back(V);
    else
      Values.back() = {V.Name, V.Value, V.IsCall, Values.back().First};
  }
  Owner.ByPlace[placeKey(E)].Values.push_back(V);
  Owner.ByName[nameKey(E)].Values.push_back(std::move(V));
}

const RunComparison::Known *RunComparison::next(SeriesMap &Map, StringRef Key) {
  auto It = Map.find(Key);
  if (It == Map.end() || It->second.Next == It->second.Values.size())
    return nullptr;
  return &It->second.Values[It->second.Next++];
}

const RunComparison::Known *RunComparison::match(const RunObserver::Event &E) {
  const Known *Named = next(ByName, nameKey(E));
  const Known *Placed = next(ByPlace, placeKey(E));
  const Known *OfModule = nullptr;
  std::string Key = moduleKey(E.N, E.Path);
  if (!Key.empty() && (E.N.isCallModule() || leavesModule(E.N, E.Path, Key)))
    OfModule = next(ByModule, Key);
  if (Named)
    return Named;
  // What was inlined in the one model is called in the other.
  if (OfModule && (E.N.isCallModule() || OfModule->IsCall))
    return OfModule;
  return Placed;
}

void RunComparison::CheckingObserver::after(const Event &E,
                                            function_ref<RunValuePtr()> Value) {
  if (E.Inner || E.N.isOutput() || (Owner.Found && !Owner.MeasuresAll))
    return;
  const Known *Other = Owner.match(E);
  if (!Other)
    return;
  ++Owner.NumCompared;
  RunValuePtr Mine = Value();
  ValueComparison C =
      Owner.Backend.compare(*Mine, *Other->Value, Owner.Options);
  if (!C.Equal && !Owner.Found)
    Owner.Found = {display(E), Other->Name, C.Difference};
  if (!Owner.MeasuresAll)
    return;
  std::optional<ValueErrors> Errors =
      Owner.Backend.errors(*Mine, *Other->Value);
  if (Errors || !C.Equal)
    Owner.AllMeasured.push_back({display(E), Other->Name, std::move(Errors)});
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

void RunComparison::printTable(raw_ostream &OS, size_t Most) const {
  std::vector<const Measured *> Rows;
  for (const Measured &M : AllMeasured)
    Rows.push_back(&M);
  // Of equal ones the first comes first: the others follow from it.
  llvm::stable_sort(Rows, [](const Measured *A, const Measured *B) {
    auto Error = [](const Measured *M) {
      return M->Errors ? M->Errors->OfLargest
                       : std::numeric_limits<double>::infinity();
    };
    return Error(A) > Error(B);
  });
  size_t Left = Rows.size() > Most ? Rows.size() - Most : 0;
  Rows.resize(Rows.size() - Left);
  std::vector<std::string> Names;
  size_t Width = 4;
  for (const Measured *M : Rows) {
    Names.push_back(M->Node + (M->Other == M->Node
                                   ? std::string()
                                   : " (there " + M->Other + ")"));
    Width = std::max(Width, Names.back().size());
  }
  OS << left_justify("node", Width)
     << "     max abs     max rel  of largest    cosine  type\n";
  for (size_t I = 0; I != Rows.size(); ++I) {
    OS << left_justify(Names[I], Width);
    if (const std::optional<ValueErrors> &E = Rows[I]->Errors)
      OS << formatv("{0,12:e2}{1,12:e2}{2,12:e2}{3,10:f6}  {4}\n", E->MaxAbs,
                    E->MaxRel, E->OfLargest, E->Cosine, E->Type);
    else
      OS << "  of other sizes\n";
  }
  if (Left)
    OS << formatv("and {0} more nodes, which differ less\n", Left);
}
