//===- ModelDiff.cpp - In what two models differ --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Translate/ModelDiff.h"
#include "Picture/NodeText.h"
#include "ValueText.h"
#include "fx/Analysis/ProgramDiff.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "fx/IR/OpBinding.h"
#include "fx/IR/Printer.h"
#include "fx/IR/Structural.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <map>

using namespace fx;
using namespace llvm;

bool NodeDifference::isMinor() const {
  return Before && After && !Moved &&
         all_of(Facts, [](const FactChange &F) { return F.isMinor(); });
}

bool ModelDiff::isSame() const {
  return State.empty() && Program.empty() &&
         all_of(Graphs, [](const GraphDiff &G) {
           return G.Changes.empty() && G.Before && G.After;
         });
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// \p Text, that of \p A, with the operators of the nodes in place of names.
static std::string patternOf(const Argument &A, StringRef Text) {
  if (!A.containsNode())
    return Text.str();
  StringMap<std::string> Operators;
  A.forEachNode([&](const Node *N) { Operators[N->name()] = operatorKey(*N); });
  std::string Result;
  while (!Text.empty()) {
    auto [Head, Rest] = Text.split('%');
    Result += Head;
    if (Head.size() == Text.size())
      break;
    StringRef Name = Rest.take_while(isDottedNameChar);
    auto It = Operators.find(Name);
    Result += '%';
    Result += It == Operators.end() ? Name.str() : It->second;
    Text = Rest.drop_front(Name.size());
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

namespace {

class GraphDiffer {
public:
  GraphDiffer(GraphDiff &Result, const ModelDiffOptions &Options)
      : Result(Result), Options(Options) {}
  void run();

private:
  bool counts(const Node &N) const { return !Options.Only || Options.Only(N); }
  void addOneSided(const Node *Before, const Node *After);
  void comparePair(const Node &A, const Node &B);
  void compareArguments(const Node &A, const Node &B, NodeDifference &Change);
  void compareArgument(const Twine &Name, const Argument *P, const Argument *Q,
                       const Node &A, const Node &B, NodeDifference &Change);
  void compareModules(const Node &A, const Node &B, NodeDifference &Change);
  void compareMeta(const Node &A, const Node &B, NodeDifference &Change);
  bool sameMeta(const Argument &P, const Argument &Q);
  bool sameUsers(const Node &A, const Node &B) const;
  bool haveInputsMoved() const;
  static void add(NodeDifference &Change, FactChange::FactKind Kind,
                  const Twine &Name, std::string Before, std::string After) {
    std::string Pattern = Name.str() + ": " + Before + " -> " + After;
    Change.Facts.push_back({Kind, Name.str(), std::move(Before),
                            std::move(After), std::move(Pattern)});
  }

  GraphDiff &Result;
  const ModelDiffOptions &Options;
  size_t NumInOrder = 0;
  bool InputsMoved = false;
  /// What is known of shared values: by their memory.
  DenseMap<std::pair<const void *, const void *>, bool> SameValues;
};

} // namespace

void GraphDiffer::addOneSided(const Node *Before, const Node *After) {
  if (counts(Before ? *Before : *After))
    Result.Changes.push_back({Before, After, NumInOrder, false, {}});
}

void GraphDiffer::compareArgument(const Twine &Name, const Argument *P,
                                  const Argument *Q, const Node &A,
                                  const Node &B, NodeDifference &Change) {
  if (!P && !Q)
    return;
  bool Follows = false;
  auto IsPair = [&](const Node &N, const Node &M) {
    if (Result.Pairs.partner(N) == &M)
      return true;
    if (Result.Pairs.counterpart(M) != &N)
      return false;
    Follows = true;
    return true;
  };
  bool Same = P && Q && sameArgument(*P, *Q, IsPair);
  if (Same && !Follows)
    return;
  std::string Before = P ? toText(*P, A.context()) : "default";
  std::string After = Q ? toText(*Q, B.context()) : "default";
  add(Change, Same ? FactChange::Follows : FactChange::Argument, Name, Before,
      After);
  Change.Facts.back().Pattern = Name.str() + ": " +
                                (P ? patternOf(*P, Before) : Before) + " -> " +
                                (Q ? patternOf(*Q, After) : After);
}

void GraphDiffer::compareArguments(const Node &A, const Node &B,
                                   NodeDifference &Change) {
  // One context shares what has the same shape and constants.
  if (&A.context() == &B.context() && A.specId() == B.specId()) {
    bool Same = true;
    for (unsigned K = 0; K != A.numOperands() && Same; ++K)
      Same = Result.Pairs.partner(*A.operand(K)) == B.operand(K);
    if (Same)
      return;
  }
  std::optional<BoundCall> P = tryBindCall(A), Q = tryBindCall(B);
  if (P && Q) {
    ArrayRef<SchemaParam> Params = P->schema().params(),
                          Others = Q->schema().params();
    auto Has = [](ArrayRef<SchemaParam> List, StringRef Name) {
      return any_of(List, [&](const SchemaParam &S) { return S.Name == Name; });
    };
    for (const SchemaParam &S : Params)
      compareArgument(S.Name, P->given(S.Name), Q->given(S.Name), A, B, Change);
    for (const SchemaParam &S : Others)
      if (!Has(Params, S.Name))
        compareArgument(S.Name, nullptr, Q->given(S.Name), A, B, Change);
    // Given by name or by place: another text, the same call.
    return;
  }
  for (unsigned I = 0; I != std::max(A.numArgs(), B.numArgs()); ++I) {
    Argument X, Y;
    if (I < A.numArgs())
      X = A.arg(I);
    if (I < B.numArgs())
      Y = B.arg(I);
    compareArgument("argument " + Twine(I), I < A.numArgs() ? &X : nullptr,
                    I < B.numArgs() ? &Y : nullptr, A, B, Change);
  }
  MapVector<StringRef,
            std::pair<std::optional<Argument>, std::optional<Argument>>>
      Keywords;
  for (unsigned I = 0; I != A.numKwargs(); ++I)
    Keywords[A.kwargName(I).str()].first = A.kwargValue(I);
  for (unsigned I = 0; I != B.numKwargs(); ++I)
    Keywords[B.kwargName(I).str()].second = B.kwargValue(I);
  for (auto &[Name, Values] : Keywords)
    compareArgument(Name, Values.first ? &*Values.first : nullptr,
                    Values.second ? &*Values.second : nullptr, A, B, Change);
}

/// Class and constructor of a module that is called.
void GraphDiffer::compareModules(const Node &A, const Node &B,
                                 NodeDifference &Change) {
  auto Text = [](const Node &N) -> std::string {
    const Module *Owner = N.graph().owningModule();
    const Module *M = Owner ? Owner->lookup(N.targetText()) : nullptr;
    if (!M || !M->className())
      return "";
    return lastName(M->className().str()).str() + "(" + constructorText(*M) +
           ")" + (M->isTraining() ? " in training" : "");
  };
  std::string Before = Text(A), After = Text(B);
  if (Before != After && !Before.empty() && !After.empty())
    add(Change, FactChange::Constructor, "module", Before, After);
}

bool GraphDiffer::sameMeta(const Argument &P, const Argument &Q) {
  auto Compare = [&] {
    return sameArgument(P, Q, [](const Node &, const Node &) { return false; });
  };
  const void *X = P.isString() ? static_cast<const void *>(P.symbol().entry())
                               : P.elements().data();
  const void *Y = Q.isString() ? static_cast<const void *>(Q.symbol().entry())
                               : Q.elements().data();
  if (P.kind() != Q.kind() || !X || !Y)
    return Compare();
  auto [It, New] = SameValues.try_emplace({X, Y});
  if (New)
    It->second = X == Y || Compare();
  return It->second;
}

void GraphDiffer::compareMeta(const Node &A, const Node &B,
                              NodeDifference &Change) {
  if (&A.meta() == &B.meta())
    return;
  const Argument *P = A.val(), *Q = B.val();
  if (P && Q && Options.Types && !sameMeta(*P, *Q)) {
    std::string Before = valueText(A, true), After = valueText(B, true);
    if (Before == After) {
      Before = toText(*P, A.context());
      After = toText(*Q, B.context());
    }
    add(Change, FactChange::Value, "type", Before, After);
  }
  if (!Options.Metadata)
    return;
  auto Differs = [&](StringRef Key, const Argument *P, const Argument *Q) {
    if (P && Q && (Key == "val" || sameMeta(*P, *Q)))
      return;
    auto Text = [&](const Argument *A, const Context &Ctx) {
      return !A              ? std::string()
             : A->isString() ? A->str().str()
                             : toText(*A, Ctx);
    };
    add(Change, FactChange::Metadata, Key, Text(P, A.context()),
        Text(Q, B.context()));
  };
  for (const KwArg &Entry : A.meta().entries())
    Differs(Entry.Name.str(), &Entry.Value, B.meta(Entry.Name.str()));
  for (const KwArg &Entry : B.meta().entries())
    if (!A.meta(Entry.Name.str()))
      Differs(Entry.Name.str(), nullptr, &Entry.Value);
}

/// Whether the users that have partners come in one order.
bool GraphDiffer::sameUsers(const Node &A, const Node &B) const {
  SmallVector<const Node *, 8> Ours, Theirs;
  for (const Node *User : A.users())
    if (const Node *Other = Result.Pairs.partner(*User);
        Other && is_contained(B.users(), Other))
      Ours.push_back(Other);
  for (const Node *User : B.users())
    if (is_contained(Ours, User))
      Theirs.push_back(User);
  return Ours == Theirs;
}

/// Whether the inputs that have partners come in another order. A caller gives
/// them by place, so this is another signature, not a matter of how nodes are
/// listed.
bool GraphDiffer::haveInputsMoved() const {
  DenseMap<const Node *, unsigned> Places;
  for (const Node *N : Result.After->findNodes(Opcode::Placeholder))
    Places.try_emplace(N, Places.size());
  unsigned Next = 0;
  for (const Node *N : Result.Before->findNodes(Opcode::Placeholder)) {
    auto It = Places.find(Result.Pairs.partner(*N));
    if (It == Places.end())
      continue;
    if (It->second < Next)
      return true;
    Next = It->second;
  }
  return false;
}

void GraphDiffer::comparePair(const Node &A, const Node &B) {
  bool Moved = Result.Pairs.isMoved(A);
  bool Counts = Options.Order || (InputsMoved && A.isPlaceholder());
  NodeDifference Change{&A, &B, NumInOrder, Counts && Moved, {}};
  if (A.targetText() != B.targetText())
    add(Change, FactChange::Target, "target", A.targetText().str(),
        B.targetText().str());
  compareArguments(A, B, Change);
  if (A.isCallModule())
    compareModules(A, B, Change);
  if (Options.Types && A.type().str() != B.type().str())
    add(Change, FactChange::Annotation, "annotation", A.type().str().str(),
        B.type().str().str());
  compareMeta(A, B, Change);
  if (Options.Names && A.name() != B.name())
    add(Change, FactChange::Renamed, "name", A.name(), B.name());
  // The search is quadratic; such a value has no order that anybody knows.
  constexpr unsigned MaxUsers = 32;
  if (Options.Users && A.hasUsers() && !A.hasOneUser() &&
      A.numUsers() <= MaxUsers && B.numUsers() <= MaxUsers && !sameUsers(A, B))
    add(Change, FactChange::Users, "order of users", "", "");
  if ((Change.Moved || !Change.Facts.empty()) && (counts(A) || counts(B)))
    Result.Changes.push_back(std::move(Change));
  NumInOrder += !Moved;
}

void GraphDiffer::run() {
  const Node *A = Result.Before ? Result.Before->front() : nullptr;
  const Node *B = Result.After ? Result.After->front() : nullptr;
  if (!Result.Before || !Result.After) {
    for (; A; A = A->next())
      addOneSided(A, nullptr);
    for (; B; B = B->next())
      addOneSided(nullptr, B);
    return;
  }
  InputsMoved = haveInputsMoved();
  // Up to the next pair that is in order: what is gone, then what is new.
  while (A || B) {
    for (; A && (!Result.Pairs.partner(*A) || Result.Pairs.isMoved(*A));
         A = A->next())
      if (!Result.Pairs.partner(*A))
        addOneSided(A, nullptr);
    for (; B; B = B->next()) {
      const Node *Partner = Result.Pairs.partner(*B);
      if (!Partner)
        addOneSided(nullptr, B);
      else if (Result.Pairs.isMoved(*B))
        comparePair(*Partner, *B);
      else
        break;
    }
    if (!A || !B)
      continue;
    comparePair(*A, *B);
    A = A->next();
    B = B->next();
  }
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

namespace {
struct StateFacts {
  /// For people, and in full.
  std::string Text, Exact;
};
} // namespace

static std::map<std::string, StateFacts> stateOf(const GraphModule &M) {
  std::map<std::string, StateFacts> Facts;
  for (const StatePlace &P : stateByPath(M)) {
    const TensorAttr &T = *P.Tensor;
    StateFacts &F = Facts[P.Path];
    F.Text = toString(T.Role).str();
    if (!T.Type.isNone())
      F.Text += " " + valueText(M.context(), T.Type, /*WithDevice=*/true);
    F.Text += P.remark();
    if (!P.SharedWith.empty())
      F.Text += " in the memory of " + P.SharedWith;
    F.Exact = F.Text;
    if (!T.Type.isNone())
      F.Exact += " " + toText(T.Type, M.context());
  }
  return Facts;
}

static Error diffState(const GraphModule &A, const GraphModule &B,
                       const ModelDiffOptions &Options, ModelDiff &D) {
  std::map<std::string, StateFacts> Ours = stateOf(A), Others = stateOf(B);
  auto Add = [&](StateChange Change) { D.State.push_back(std::move(Change)); };
  auto HasBytes = [](const GraphModule &M) {
    return !M.weights().empty() || M.weightStore();
  };
  bool HaveBytes = HasBytes(A) && HasBytes(B);
  for (const auto &[Path, Facts] : Ours) {
    auto It = Others.find(Path);
    if (It == Others.end()) {
      Add({Path, Facts.Text, "", false});
      continue;
    }
    const StateFacts &Other = It->second;
    bool OtherBytes = false;
    if (Options.SameBytes) {
      Expected<bool> Same = Options.SameBytes(Path);
      if (!Same)
        return Same.takeError();
      OtherBytes = !*Same;
    } else {
      D.UncomparedState += HaveBytes;
    }
    if (Facts.Exact == Other.Exact && !OtherBytes)
      continue;
    bool SameText = Facts.Text == Other.Text && Facts.Exact != Other.Exact;
    Add({Path, SameText ? Facts.Exact : Facts.Text,
         SameText ? Other.Exact : Other.Text, OtherBytes});
  }
  for (const auto &[Path, Facts] : Others)
    if (!Ours.contains(Path))
      Add({Path, "", Facts.Text, false});
  return Error::success();
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

static void diffProgram(const GraphModule &A, const GraphModule &B,
                        ModelDiff &D) {
  using Facts = std::vector<std::pair<std::string, std::string>>;
  auto Of = [](const GraphModule &M) {
    return M.program() ? programFacts(*M.program()) : Facts();
  };
  auto Add = [&](const std::string &Name, std::string Before,
                 std::string After) {
    D.Program.push_back(
        {FactChange::Argument, Name, std::move(Before), std::move(After), ""});
  };
  if (!A.program() != !B.program())
    Add("the kind", A.program() ? "exported program" : "graph",
        B.program() ? "exported program" : "graph");
  Facts Ours = Of(A), Others = Of(B);
  // Several guards may have one name.
  for (const auto &Fact : Ours)
    if (!is_contained(Others, Fact)) {
      auto It = find_if(Others, [&](const auto &Other) {
        return Other.first == Fact.first && !is_contained(Ours, Other);
      });
      Add(Fact.first, Fact.second, It == Others.end() ? "" : It->second);
      if (It != Others.end())
        Others.erase(It);
    }
  for (const auto &Fact : Others)
    if (!is_contained(Ours, Fact))
      Add(Fact.first, "", Fact.second);
}

/// The modules of the trees, called or not, in one line.
static void diffTrees(const GraphModule &A, const GraphModule &B,
                      ModelDiff &D) {
  auto Add = [&](std::string Name, std::string Before, std::string After) {
    D.Program.push_back({FactChange::Constructor, std::move(Name),
                         std::move(Before), std::move(After), ""});
  };
  if (A.hasTree() != B.hasTree())
    return Add("the module tree", A.hasTree() ? "known" : "not known",
               B.hasTree() ? "known" : "not known");
  auto Of = [](const GraphModule &M) {
    std::map<std::string, std::string> Modules;
    M.root().walk([&](const Module &Sub, StringRef Path) {
      Modules[Path.str()] = Sub.className().str().str() + "(" +
                            constructorText(Sub) + ")" +
                            (Sub.isTraining() ? " in training" : "");
    });
    return Modules;
  };
  std::map<std::string, std::string> Ours = Of(A), Others = Of(B);
  std::vector<std::string> Gone, New, Changed;
  for (const auto &[Path, Text] : Ours) {
    auto It = Others.find(Path);
    if (It == Others.end())
      Gone.push_back(Path);
    else if (It->second != Text)
      Changed.push_back((Path.empty() ? "the root" : Path) + " " + Text +
                        " is " + It->second);
  }
  for (const auto &[Path, Text] : Others)
    if (!Ours.contains(Path))
      New.push_back(Path);
  std::string Text = std::to_string(Others.size());
  auto List = [&](const std::vector<std::string> &Paths, StringRef What) {
    constexpr size_t Most = 4;
    if (Paths.empty())
      return;
    Text += "; " + std::to_string(Paths.size()) + " " + What.str() + ": ";
    Text += join(ArrayRef(Paths).take_front(Most), ", ");
    if (Paths.size() > Most)
      Text += ", ...";
  };
  List(Gone, "gone");
  List(New, "new");
  List(Changed, "changed");
  if (!Gone.empty() || !New.empty() || !Changed.empty())
    Add("modules", std::to_string(Ours.size()), Text);
}

static void diffGraphs(const GraphModule &A, const GraphModule &B,
                       const ModelDiffOptions &Options, ModelDiff &D) {
  MapVector<std::string, std::pair<const Graph *, const Graph *>,
            std::map<std::string, unsigned>>
      Graphs;
  A.root().walk([&](const Module &M, StringRef Path) {
    if (M.graph())
      Graphs[Path.str()].first = M.graph();
  });
  B.root().walk([&](const Module &M, StringRef Path) {
    if (M.graph())
      Graphs[Path.str()].second = M.graph();
  });
  for (auto &[Path, Both] : Graphs) {
    GraphDiff G;
    G.Path = Path;
    std::tie(G.Before, G.After) = Both;
    if (G.Before && G.After)
      G.Pairs = alignGraphs(*G.Before, *G.After);
    GraphDiffer(G, Options).run();
    D.Graphs.push_back(std::move(G));
  }
  for (const GraphDiff &G : D.Graphs)
    for (const NodeDifference &C : G.Changes) {
      D.Gone += !C.After;
      D.New += !C.Before;
      D.Moved += C.Moved;
      D.Changed +=
          C.Before && C.After &&
          any_of(C.Facts, [](const FactChange &F) { return !F.isMinor(); });
    }
}

Expected<ModelDiff> fx::diffModels(const GraphModule &A, const GraphModule &B,
                                   const ModelDiffOptions &Options) {
  ModelDiff D{ModelInfo(A), ModelInfo(B), {}, {}, {}};
  D.IsOfSome = bool(Options.Only);
  diffGraphs(A, B, Options, D);
  if (!Options.Only) {
    diffProgram(A, B, D);
    diffTrees(A, B, D);
  }
  if (Options.State)
    if (Error E = diffState(A, B, Options, D))
      return E;
  return D;
}
