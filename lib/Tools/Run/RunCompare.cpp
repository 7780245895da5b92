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
#include "fx/Support/TerminalText.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

/// What messages call a node.
static std::string display(const RunEvent &E) {
  std::string Name = "%" + E.N.name();
  return E.Path.empty() ? Name : Name + " of '" + E.Path.str() + "'";
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
    const RunEvent &E, function_ref<RunValuePtr()> Value) {
  if (E.Inner || E.N.isOutput())
    return;
  Known V{display(E), Value(), E.N.isCallModule(), &E.N};
  if (std::string Key = moduleKey(E.N, E.Path); !Key.empty()) {
    std::vector<Known> &Values = Owner.ByModule[Key].Values;
    // The last node of a call has the call's value.
    if (V.IsCall || Values.empty() || Values.back().IsCall ||
        Values.back().First == &E.N)
      Values.push_back(V);
    else
      Values.back() = {V.Name, V.Value, V.IsCall, Values.back().First};
  }
  Owner.Graphs.try_emplace(E.Path, &E.N.graph());
  Owner.ByNode[&E.N].Values.push_back(std::move(V));
}

const RunComparison::Known *RunComparison::next(SeriesMap &Map, StringRef Key) {
  auto It = Map.find(Key);
  if (It == Map.end() || It->second.Next == It->second.Values.size())
    return nullptr;
  return &It->second.Values[It->second.Next++];
}

/// Of the graph that \p E is in, and the first model's at the same path; null
/// if there is none.
const Alignment *RunComparison::alignment(const RunEvent &E) {
  auto [It, New] = Alignments.try_emplace(&E.N.graph());
  if (New)
    if (auto First = Graphs.find(E.Path); First != Graphs.end())
      It->second = alignGraphs(*First->second, E.N.graph());
  return It->second ? &*It->second : nullptr;
}

const RunComparison::Known *RunComparison::match(const RunEvent &E) {
  size_t Run = Runs[&E.N]++;
  const Known *OfModule = nullptr;
  std::string Key = moduleKey(E.N, E.Path);
  if (!Key.empty() && (E.N.isCallModule() || leavesModule(E.N, E.Path, Key)))
    OfModule = next(ByModule, Key);
  const Alignment *Pairs = alignment(E);
  const Node *Other = Pairs ? Pairs->counterpart(E.N) : nullptr;
  // Users do not say which of several nodes in a row replaced which.
  if (!Other && Pairs)
    if (const Node *Named = Pairs->first().findByName(E.N.name());
        Named && Named->op() == E.N.op() && !Pairs->partner(*Named))
      Other = Named;
  if (Other)
    if (auto It = ByNode.find(Other);
        It != ByNode.end() && Run < It->second.Values.size())
      return &It->second.Values[Run];
  // What was inlined in the one model is called in the other.
  if (OfModule && (E.N.isCallModule() || OfModule->IsCall))
    return OfModule;
  return nullptr;
}

void RunComparison::CheckingObserver::after(const RunEvent &E,
                                            function_ref<RunValuePtr()> Value) {
  if (E.Inner || E.N.isOutput())
    return;
  const Known *Other = Owner.match(E);
  if (!Other)
    return;
  ++Owner.NumCompared;
  Owner.Matched.insert(Other->First);
  RunValuePtr Mine = Value();
  ValueComparison C =
      Owner.Backend.compare(*Mine, *Other->Value, Owner.Options);
  State &S = Owner.States[&E.N];
  if (S != Different)
    S = C.Equal ? Equal : Different;
  if (!C.Equal)
    Owner.Mismatches.push_back(
        {&E.N, Other->First, display(E), Other->Name, C.Difference});
  if (!Owner.MeasuresAll)
    return;
  std::optional<ValueErrors> Errors =
      Owner.Backend.errors(*Mine, *Other->Value);
  if (Errors || !C.Equal)
    Owner.AllMeasured.push_back({display(E), Other->Name, std::move(Errors)});
}

//===----------------------------------------------------------------------===//
// The culprit
//===----------------------------------------------------------------------===//

/// The nodes of \p G after which all is the same again, or was never different.
NodeSet RunComparison::curedNodes(const Graph &G) const {
  NodeSet Cured;
  for (const Node *N : G.reversedNodes())
    if (States.lookup(N) == Equal ||
        (N->hasUsers() && all_of(N->users(), [&](const Node *User) {
           return Cured.contains(User);
         })))
      Cured.insert(N);
  return Cured;
}

/// With what they call; the first few.
static std::vector<std::string> namesOf(ArrayRef<const Node *> Nodes) {
  constexpr size_t Most = 4;
  std::vector<std::string> Names;
  for (const Node *N : Nodes.take_front(Most))
    Names.push_back("%" + N->name() + " (" + N->targetText().str() + ")");
  if (Nodes.size() > Most)
    Names.push_back(std::to_string(Nodes.size() - Most) + " more");
  return Names;
}

/// What \p N follows from without a counterpart, in the order of the graph.
std::vector<std::string> RunComparison::newBefore(const Node &N) const {
  SmallVector<const Node *, 8> Found, Stack = {&N};
  SmallPtrSet<const Node *, 8> Seen;
  while (!Stack.empty()) {
    const Node *User = Stack.pop_back_val();
    for (unsigned I = 0; I != User->numOperands(); ++I) {
      const Node *Operand = User->operand(I);
      if (States.lookup(Operand) != NotCompared || !Seen.insert(Operand).second)
        continue;
      Found.push_back(Operand);
      Stack.push_back(Operand);
    }
  }
  llvm::sort(Found,
             [](const Node *A, const Node *B) { return A->isBefore(B); });
  return namesOf(Found);
}

/// What only the first model has between \p N and the last node that was
/// compared, such as a write to memory that \p N reads.
std::vector<std::string> RunComparison::goneBefore(const Node &N) const {
  auto HasPartner = [&](const Node &Of) {
    return any_of(Alignments, [&](const auto &Known) {
      return Known.second && &Known.second->first() == &Of.graph() &&
             Known.second->partner(Of);
    });
  };
  SmallVector<const Node *, 8> Found;
  for (const Node *Before = N.prev(); Before && !Matched.contains(Before);
       Before = Before->prev())
    if (!HasPartner(*Before))
      Found.push_back(Before);
  std::reverse(Found.begin(), Found.end());
  return namesOf(Found);
}

std::optional<RunComparison::Difference> RunComparison::difference() const {
  if (Mismatches.empty())
    return std::nullopt;
  std::map<const Graph *, NodeSet> Cured;
  for (const Mismatch &M : Mismatches)
    if (!Cured.contains(&M.N->graph()))
      Cured[&M.N->graph()] = curedNodes(M.N->graph());
  const Mismatch *First = &Mismatches.front();
  for (const Mismatch &M : Mismatches)
    if (!Cured[&M.N->graph()].contains(M.N)) {
      First = &M;
      break;
    }
  return Difference{First->Name, First->OtherName, First->Text,
                    newBefore(*First->N), goneBefore(*First->Theirs)};
}

std::string RunComparison::Difference::text() const {
  std::string Result = Text;
  if (!New.empty())
    Result += "; new before it: " + join(New, ", ");
  if (!Gone.empty())
    Result += "; gone before it: " + join(Gone, ", ");
  return Result;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

void RunComparison::printTable(raw_ostream &OS, size_t Most) const {
  std::vector<const Measured *> Rows;
  for (const Measured &M : AllMeasured)
    Rows.push_back(&M);
  // Equal ones keep their order: the later ones follow from the first.
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
    Names.push_back(terminalText(
        M->Node +
        (M->Other == M->Node ? std::string() : " (there " + M->Other + ")")));
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

std::vector<ValueDistance> RunComparison::distances() const {
  // Nodes of other graphs have words after the name.
  auto PlainName = [](StringRef Name) {
    bool IsPlain = Name.consume_front("%") && !Name.contains(' ');
    return IsPlain ? Name.str() : std::string();
  };
  std::vector<ValueDistance> Distances;
  for (const Measured &M : AllMeasured)
    Distances.push_back({PlainName(M.Other), PlainName(M.Node), M.Errors});
  return Distances;
}
