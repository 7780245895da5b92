//===- ProgramDiff.cpp - Whether two programs mean the same ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/ProgramDiff.h"
#include "fx/IR/Context.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "fx/IR/Printer.h"
#include "llvm/ADT/StringMap.h"
#include <map>

using namespace fx;
using namespace llvm;

using Difference = std::optional<StructuralDifference>;

static std::string inBoth(const Twine &A, const Twine &B) {
  return (A + " in the first and " + B + " in the second").str();
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

/// Metadata that says what a program means.
static constexpr StringLiteral Meanings[] = {"val", "input_spec",
                                             "output_specs"};

static std::string metaText(const Node &N, StringRef Key) {
  const Argument *Value = N.meta(Key);
  if (!Value)
    return "nothing";
  // Whether a gradient is wanted is not a part of what is computed.
  if (TensorType T{*Value})
    return toText(T.withRequiresGrad(false).value(), N.context());
  return toText(*Value, N.context());
}

static Difference diffGraphs(const Graph &A, const Graph &B) {
  StructuralOptions Options;
  Options.Names = Options.Metadata = Options.Types = false;
  Options.Users = Options.Tree = false;
  if (Difference D = findDifference(A, B, Options))
    return D;
  NodeRange Ours = A.nodes(), Others = B.nodes();
  auto Other = Others.begin();
  for (const Node *N : Ours) {
    const Node *O = *Other;
    ++Other;
    for (StringRef Key : Meanings) {
      std::string X = metaText(*N, Key), Y = metaText(*O, Key);
      if (X != Y)
        return StructuralDifference{
            "", N->name(),
            ("'" + Key + "' of %" + N->name() + " is " + inBoth(X, Y)).str()};
    }
  }
  return std::nullopt;
}

static Difference diffAllGraphs(const GraphModule &A, const GraphModule &B) {
  Difference Result;
  A.root().walk([&](const Module &Sub, StringRef Path) {
    if (Result || !Sub.graph())
      return;
    const Module *Other = B.submodule(Path);
    if (!Other || !Other->graph())
      Result = StructuralDifference{Path.str(), "",
                                    "the graph is in the first only"};
    else if ((Result = diffGraphs(*Sub.graph(), *Other->graph())))
      Result->Path = Path.str();
  });
  if (!Result)
    B.root().walk([&](const Module &Sub, StringRef Path) {
      const Module *Other = Result ? nullptr : A.submodule(Path);
      if (!Result && Sub.graph() && (!Other || !Other->graph()))
        Result = StructuralDifference{Path.str(), "",
                                      "the graph is in the second only"};
    });
  return Result;
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

namespace {
/// What is known of a piece of state, in words.
using StateTable = std::map<std::string, std::string>;
} // namespace

std::vector<StatePlace> fx::stateByPath(const GraphModule &M) {
  std::map<std::string, const TensorAttr *> InOrder;
  M.forEachState(
      [&](const TensorAttr &T, StringRef Path) { InOrder[Path.str()] = &T; });
  std::vector<StatePlace> Places;
  StringMap<StringRef> FirstOf;
  for (const auto &[Path, T] : InOrder) {
    StatePlace &P = Places.emplace_back(StatePlace{Path, T, ""});
    if (!T->Record)
      continue;
    auto [It, New] = FirstOf.try_emplace(T->Record.str(), Path);
    if (!New)
      P.SharedWith = It->second.str();
  }
  return Places;
}

StringRef StatePlace::remark() const {
  if (Tensor->Role == TensorAttr::Parameter && !Tensor->RequiresGrad)
    return " without gradient";
  if (Tensor->Role == TensorAttr::Buffer && !Tensor->Persistent)
    return " that is not saved";
  return "";
}

static StateTable stateOf(const GraphModule &M) {
  StateTable Table;
  for (const StatePlace &P : stateByPath(M)) {
    const TensorAttr &T = *P.Tensor;
    std::string &Text = Table[P.Path];
    Text = T.Role == TensorAttr::Object ? "an " : "a ";
    Text += (toString(T.Role) + P.remark()).str();
    if (!T.Type.isNone())
      Text += " " + toText(T.Type, M.context());
    if (!P.SharedWith.empty())
      Text += " in the memory of '" + P.SharedWith + "'";
  }
  return Table;
}

static Difference diffState(const GraphModule &A, const GraphModule &B) {
  StateTable Ours = stateOf(A), Others = stateOf(B);
  for (const auto &[Path, Text] : Ours) {
    auto It = Others.find(Path);
    std::string Other = It == Others.end() ? "missing" : It->second;
    if (Other != Text)
      return StructuralDifference{
          "", "", "state '" + Path + "' is " + inBoth(Text, Other)};
  }
  for (const auto &[Path, Text] : Others)
    if (!Ours.count(Path))
      return StructuralDifference{
          "", "", "state '" + Path + "' is " + inBoth("missing", Text)};
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

std::vector<std::pair<std::string, std::string>>
fx::programFacts(const ExportedProgram &P) {
  std::vector<std::pair<std::string, std::string>> Facts;
  auto Add = [&](const Twine &Name, const Twine &Text) {
    Facts.push_back({Name.str(), Text.str()});
  };
  for (Symbol Name : P.Verifiers)
    Add("the dialect", Name.str());
  std::map<std::string, std::string> Ranges;
  auto Limit = [](const std::optional<int64_t> &I) {
    return I ? std::to_string(*I) : std::string("anything");
  };
  for (const RangeConstraint &R : P.Ranges)
    Ranges[R.Text.str().str()] = Limit(R.Min) + " to " + Limit(R.Max);
  for (const auto &[Name, Text] : Ranges)
    Add("the range of '" + Name + "'", Text);
  for (Symbol Guard : P.GuardsCode)
    Add("a guard", Guard.str());
  for (const ModuleCall &Call : P.ModuleCalls)
    if (Call.HasSignature && Call.Path.str().empty()) {
      Add("the way the inputs nest", Call.InSpec ? Call.InSpec.str() : "");
      Add("the way the outputs nest", Call.OutSpec ? Call.OutSpec.str() : "");
    }
  return Facts;
}

static Difference diffFacts(const ExportedProgram &A,
                            const ExportedProgram &B) {
  auto Ours = programFacts(A), Others = programFacts(B);
  for (size_t I = 0; I != std::max(Ours.size(), Others.size()); ++I) {
    std::string None = "missing";
    const auto *X = I < Ours.size() ? &Ours[I] : nullptr;
    const auto *Y = I < Others.size() ? &Others[I] : nullptr;
    if (X && Y && *X == *Y)
      continue;
    bool SameName = X && Y && X->first == Y->first;
    const auto *Named =
        X && (SameName || !Y || Ours.size() >= Others.size()) ? X : Y;
    return StructuralDifference{
        "", "",
        Named->first + " is " +
            inBoth(SameName || Named == X ? X->second : None,
                   SameName || Named == Y ? Y->second : None)};
  }
  return std::nullopt;
}

Difference fx::findProgramDifference(const GraphModule &A,
                                     const GraphModule &B) {
  if (Difference D = diffAllGraphs(A, B))
    return D;
  if (Difference D = diffState(A, B))
    return D;
  if (!A.program() || !B.program())
    return std::nullopt;
  return diffFacts(*A.program(), *B.program());
}
