//===- ModelDiffText.cpp - Differences of models for people ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DiffLine.h"
#include "Picture/GraphView.h"
#include "Picture/NodeText.h"
#include "ValueText.h"
#include "fx/Analysis/ModulePaths.h"
#include "fx/IR/Module.h"
#include "fx/Translate/ModelDiff.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <map>

using namespace fx;
using namespace llvm;

/// A map from texts that keeps the order of insertion.
template <typename T>
using OrderedMap = MapVector<std::string, T, std::map<std::string, unsigned>>;

/// Longer texts of arguments and lists of lines are cut, unless all is asked
/// for.
static constexpr size_t MaxText = 100, MaxStateLines = 8;

/// As one line without control characters, which a terminal would obey.
static std::string cut(StringRef Text, bool All) {
  return lineOfText(Text, All ? ~size_t(0) : MaxText);
}

//===----------------------------------------------------------------------===//
// The head
//===----------------------------------------------------------------------===//

/// `1.82 G`, with three digits.
static std::string rounded(double Value, StringRef Unit) {
  static constexpr StringLiteral Prefixes[] = {"", "k", "M", "G", "T", "P"};
  size_t I = 0;
  while (std::fabs(Value) >= 999.5 && I + 1 != std::size(Prefixes)) {
    Value /= 1000;
    ++I;
  }
  std::string Text;
  raw_string_ostream OS(Text);
  if (I == 0)
    OS << uint64_t(Value);
  else
    OS << format("%.*f", Value < 10 ? 2 : Value < 100 ? 1 : 0, Value);
  if (I || !Unit.empty())
    OS << ' ' << Prefixes[I] << Unit;
  return Text;
}

static std::string amounts(double A, double B, StringRef Unit) {
  std::string X = std::isnan(A) ? "not known" : rounded(A, Unit);
  std::string Y = std::isnan(B) ? "not known" : rounded(B, Unit);
  if (X == Y && A != B && !std::isnan(A) && !std::isnan(B)) {
    X = formatv("{0:N0}", A).str();
    Y = formatv("{0:N0}", B).str();
  }
  return X == Y ? X : X + " -> " + Y;
}

namespace {
class HeadWriter {
public:
  HeadWriter(const ModelDiff &D, raw_ostream &OS,
             const DiffTextOptions &Options)
      : D(D), OS(OS), Options(Options) {}
  void write();

private:
  raw_ostream &row(StringRef Name) {
    return OS << "  " << left_justify(Name, 16);
  }
  void values(StringRef Name, ArrayRef<ValueInfo> A, ArrayRef<ValueInfo> B);
  void state();
  void costs();
  void operators();
  void minor();
  void stateLines();

  const ModelDiff &D;
  raw_ostream &OS;
  const DiffTextOptions &Options;
};
} // namespace

/// Inputs, or outputs, that differ.
void HeadWriter::values(StringRef Name, ArrayRef<ValueInfo> A,
                        ArrayRef<ValueInfo> B) {
  auto Text = [](const ValueInfo &V) {
    return V.Name + (V.Type.empty() ? "" : " " + V.Type) +
           (V.Role.empty() ? "" : " (" + V.Role + ")");
  };
  std::string Line;
  unsigned Count = 0;
  for (size_t I = 0; I != std::max(A.size(), B.size()); ++I) {
    // The names of outputs are those of nodes.
    bool IsInput = Name == "inputs";
    if (I < A.size() && I < B.size() && A[I].Type == B[I].Type &&
        A[I].Role == B[I].Role && (!IsInput || A[I].Name == B[I].Name))
      continue;
    if (++Count > 4)
      continue;
    Line += Line.empty() ? "" : "; ";
    Line += (I < A.size() ? Text(A[I]) : "none") + " -> " +
            (I < B.size() ? Text(B[I]) : "none");
  }
  if (Count > 4)
    Line += "; and " + std::to_string(Count - 4) + " more";
  if (!Line.empty())
    row(Name) << lineOfText(Line) << '\n';
}

void HeadWriter::state() {
  // Counts for each role, in the order of the first model.
  MapVector<StringRef, std::pair<StateCount, StateCount>> Roles;
  for (const StateCount &C : D.Before.State)
    Roles[C.Role].first = C;
  for (const StateCount &C : D.After.State)
    Roles[C.Role].second = C;
  for (auto &[Role, Both] : Roles) {
    auto &[A, B] = Both;
    if (A.Tensors == B.Tensors && A.Bytes == B.Bytes && !Options.HeadOnly)
      continue;
    row((Role + "s").str())
        << (A.Tensors == B.Tensors ? counted(A.Tensors, "tensor")
                                   : std::to_string(A.Tensors) + " -> " +
                                         counted(B.Tensors, "tensor"))
        << ", " << amounts(A.Bytes, B.Bytes, "B") << '\n';
  }
}

void HeadWriter::costs() {
  const CostSummary &A = D.Before.Cost, &B = D.After.Cost;
  if (!A.Typed && !B.Typed)
    return;
  // Without types nothing is known, which is not the same as nothing.
  auto Known = [](const CostSummary &Cost, double Sum) {
    return Cost.Typed || !Cost.Untyped ? Sum : NAN;
  };
  auto Show = [&](StringRef Name, double X, double Y, StringRef Unit) {
    X = Known(A, X);
    Y = Known(B, Y);
    // An amount of nothing is not worth a line.
    if (X == Y ? Options.HeadOnly && X > 0 : X > 0 || Y > 0)
      row(Name) << amounts(X, Y, Unit) << '\n';
  };
  Show("FLOPs", A.FLOPs, B.FLOPs, "");
  Show("bytes moved", A.Bytes, B.Bytes, "B");
  Show("peak memory", A.PeakBytes, B.PeakBytes, "B");
}

/// What is called more or less often.
void HeadWriter::operators() {
  std::map<std::string, int64_t> Counts;
  for (const NameCount &C : D.Before.Operators)
    Counts[C.Name] -= int64_t(C.Count);
  for (const NameCount &C : D.After.Operators)
    Counts[C.Name] += int64_t(C.Count);
  std::vector<std::pair<int64_t, std::string>> Changed;
  for (const auto &[Name, Count] : Counts)
    if (Count)
      Changed.push_back({Count, Name});
  if (Changed.empty())
    return;
  llvm::stable_sort(Changed, [](const auto &X, const auto &Y) {
    return std::abs(X.first) > std::abs(Y.first);
  });
  size_t Most =
      Options.All ? Changed.size() : std::min<size_t>(8, Changed.size());
  std::string Line;
  for (const auto &[Count, Name] : ArrayRef(Changed).take_front(Most))
    Line += (Line.empty() ? "" : ", ") + std::string(Count > 0 ? "+" : "") +
            std::to_string(Count) + " " + callText(Name);
  if (Most != Changed.size())
    Line += ", and " + std::to_string(Changed.size() - Most) + " more";
  row("operators") << lineOfText(Line) << '\n';
}

/// How often facts of less weight differ.
void HeadWriter::minor() {
  size_t Names = 0, Users = 0, Follows = 0;
  std::map<std::string, size_t> Keys;
  for (const GraphDiff &G : D.Graphs)
    for (const NodeDifference &C : G.Changes) {
      bool Follow = false;
      for (const FactChange &F : C.Facts) {
        Names += F.Kind == FactChange::Renamed;
        Users += F.Kind == FactChange::Users;
        Follow |= F.Kind == FactChange::Follows;
        if (F.Kind == FactChange::Metadata)
          ++Keys[F.Name];
      }
      Follows += Follow;
    }
  if (Names)
    row("names") << counted(Names, "node") << '\n';
  if (!Keys.empty()) {
    StringRef Comma;
    row("metadata");
    for (const auto &[Key, Count] : Keys) {
      OS << Comma << lineOfText(Key) << " of " << counted(Count, "node");
      Comma = ", ";
    }
    OS << '\n';
  }
  if (Follows)
    row("new operands") << counted(Follows, "node")
                        << ", in the place of what is gone\n";
  if (Users)
    row("order of users") << counted(Users, "value") << '\n';
}

void HeadWriter::stateLines() {
  size_t Most = Options.All ? D.State.size() : MaxStateLines;
  for (const StateChange &C : ArrayRef(D.State).take_front(Most)) {
    OS << "  "
       << (C.After.empty()    ? '-'
           : C.Before.empty() ? '+'
                              : '~')
       << ' ' << lineOfText(C.Path) << "  ";
    if (C.Before.empty() || C.After.empty() || C.Before == C.After)
      OS << (C.Before.empty() ? C.After : C.Before);
    else
      OS << C.Before << " -> " << C.After;
    OS << (C.OtherBytes ? "; the bytes differ\n" : "\n");
  }
  if (Most < D.State.size())
    OS << "  and " << D.State.size() - Most
       << " more parameters, buffers and constants (--all shows each)\n";
}

void HeadWriter::write() {
  OS << Options.Before << " -> " << Options.After << ": ";
  if (D.isSame()) {
    size_t Before = D.Before.Nodes + D.Before.NestedNodes;
    size_t After = D.After.Nodes + D.After.NestedNodes;
    if (D.IsOfSome)
      OS << "what is selected is the same, of " << Before << " -> "
         << counted(After, "node");
    else
      OS << "the same, " << counted(Before, "node");
    if (D.UncomparedState)
      OS << "; the bytes of " << counted(D.UncomparedState, "tensor")
         << " were not compared (--compare-weights)";
    OS << '\n';
    return;
  }
  OS << formatv(
      "{0} -> {1} nodes ({2} gone, {3} changed, {4} new, {5} moved)\n",
      D.Before.Nodes + D.Before.NestedNodes,
      D.After.Nodes + D.After.NestedNodes, D.Gone, D.Changed, D.New, D.Moved);
  values("inputs", D.Before.Inputs, D.After.Inputs);
  values("outputs", D.Before.Outputs, D.After.Outputs);
  state();
  costs();
  operators();
  for (const FactChange &F : D.Program)
    row("model") << lineOfText(F.Name) << ": "
                 << lineOfText(F.Before.empty() ? "none" : F.Before) << " -> "
                 << lineOfText(F.After.empty() ? "none" : F.After) << '\n';
  minor();
  if (!Options.HeadOnly && !D.State.empty()) {
    OS << "parameters, buffers and constants\n";
    stateLines();
  }
}

//===----------------------------------------------------------------------===//
// The changes, by module
//===----------------------------------------------------------------------===//

namespace {

/// Changes of one module, or neighbors of none.
struct Section {
  std::string Title;
  std::vector<const NodeDifference *> Changes;
  /// Equal for sections that tell the same.
  std::string Pattern;
};

class SectionWriter {
public:
  SectionWriter(const ModelDiff &D, raw_ostream &OS,
                const DiffTextOptions &Options)
      : OS(OS), Options(Options) {
    for (const GraphDiff &G : D.Graphs)
      collect(G);
  }
  void write();

private:
  void collect(const GraphDiff &G);
  std::string groupOf(const Node &N, ArrayRef<StringRef> Modules);
  void writeChange(const NodeDifference &C, raw_ostream &OS, bool AsPattern);
  std::string patternOf(const Section &S);
  void colored(raw_ostream::Colors Color, function_ref<void()> Write);

  raw_ostream &OS;
  const DiffTextOptions &Options;
  ModulePathCache Paths;
  std::vector<Section> Sections;
};

} // namespace

/// Whether one of \p Modules, which are sorted, is inside that at \p Path.
static bool hasInnerModule(StringRef Path, ArrayRef<StringRef> Modules) {
  std::string Begin = (Path + ".").str();
  auto It = lower_bound(Modules, Begin);
  return It != Modules.end() && It->starts_with(Begin);
}

/// The module to tell a change under: that around the innermost one, which is
/// mostly a layer of one operator.
std::string SectionWriter::groupOf(const Node &N, ArrayRef<StringRef> Modules) {
  std::optional<StringRef> Path = Paths.of(N);
  if (!Path || hasInnerModule(*Path, Modules))
    return Path.value_or("").str();
  size_t Dot = Path->rfind('.');
  return Dot == StringRef::npos ? std::string() : Path->take_front(Dot).str();
}

/// Whether the list of parameters, buffers and constants says it.
static bool isTold(const NodeDifference &C) {
  return (!C.Before || !C.After) && isState(C.node());
}

void SectionWriter::collect(const GraphDiff &G) {
  SmallVector<StringRef, 0> Modules;
  for (const Graph *Side : {G.Before, G.After})
    for (const Node *N = Side ? Side->front() : nullptr; N; N = N->next())
      if (std::optional<StringRef> Path = Paths.of(*N))
        Modules.push_back(*Path);
  llvm::sort(Modules);
  if (!G.Before || !G.After) {
    Section S{G.Path + (G.Before ? ", a graph that is gone"
                                 : ", a graph that is new"),
              {},
              ""};
    for (const NodeDifference &C : G.Changes)
      S.Changes.push_back(&C);
    Sections.push_back(std::move(S));
    return;
  }
  OrderedMap<Section> ByTitle;
  const NodeDifference *Last = nullptr;
  std::string Key;
  for (const NodeDifference &C : G.Changes) {
    if (!Options.All && (C.isMinor() || isTold(C)))
      continue;
    bool Follows =
        Last &&
        C.Place <= Last->Place + (Last->Before && Last->After && !Last->Moved);
    Last = &C;
    std::string Title = groupOf(C.node(), Modules);
    // What is in no module is told with its neighbors.
    if (!Title.empty())
      Key = Title;
    else if (!Follows)
      Key = "at %" + C.node().name();
    Title = Key;
    if (!G.Path.empty())
      Title = "graph " + G.Path + (Title.empty() ? "" : ", " + Title);
    Section &S = ByTitle[Key];
    if (S.Changes.empty())
      S.Title = Title;
    S.Changes.push_back(&C);
  }
  for (auto &[Key, S] : ByTitle)
    Sections.push_back(std::move(S));
}

void SectionWriter::colored(raw_ostream::Colors Color,
                            function_ref<void()> Write) {
  if (Options.Colors)
    OS.changeColor(Color);
  Write();
  if (Options.Colors)
    OS.resetColor();
}

void SectionWriter::writeChange(const NodeDifference &C, raw_ostream &OS,
                                bool AsPattern) {
  const Node &N = C.node();
  char Mark = !C.Before ? '+' : !C.After ? '-' : C.Moved ? '>' : '~';
  OS << "  " << Mark << ' ';
  if (!AsPattern)
    OS << '%' << N.name() << ' ';
  OS << lineOfText(AsPattern ? operatorKey(N) : callText(N));
  if (!C.Before || !C.After) {
    std::string Args = AsPattern ? std::string() : argumentsText(N);
    OS << cut(Args, Options.All);
    // Equal layers have values of other sizes.
    std::string Type = valueText(N, /*WithDevice=*/true);
    if (!Type.empty() && !AsPattern)
      OS << "  " << cut(Type, Options.All);
    OS << '\n';
    return;
  }
  StringRef Separator = ": ";
  if (C.Moved) {
    OS << Separator << "moved";
    Separator = "; ";
  }
  for (const FactChange &F : C.Facts) {
    if (F.isMinor() && (!Options.All || AsPattern))
      continue;
    OS << Separator;
    Separator = "; ";
    if (AsPattern)
      OS << F.Pattern;
    else if (F.Kind == FactChange::Users)
      OS << "another " << F.Name;
    else
      OS << lineOfText(F.Name) << ' '
         << cut(F.Before.empty() ? "none" : F.Before, Options.All) << " -> "
         << cut(F.After.empty() ? "none" : F.After, Options.All);
  }
  OS << '\n';
}

std::string SectionWriter::patternOf(const Section &S) {
  std::string Text;
  raw_string_ostream Stream(Text);
  for (const NodeDifference *C : S.Changes)
    writeChange(*C, Stream, /*AsPattern=*/true);
  return Text;
}

void SectionWriter::write() {
  // Sections of each pattern, in the order of the first.
  OrderedMap<std::vector<const Section *>> Equal;
  for (Section &S : Sections) {
    S.Pattern = patternOf(S);
    std::string Key = S.Pattern;
    if (Options.All)
      Key += S.Title;
    Equal[Key].push_back(&S);
  }
  for (const auto &[Pattern, List] : Equal) {
    const Section &First = *List.front();
    OS << lineOfText(First.Title) << '\n';
    for (const NodeDifference *C : First.Changes)
      colored(!C->Before  ? raw_ostream::GREEN
              : !C->After ? raw_ostream::RED
                          : raw_ostream::YELLOW,
              [&] { writeChange(*C, OS, /*AsPattern=*/false); });
    if (List.size() == 1)
      continue;
    OS << lineOfText(List[1]->Title);
    if (List.size() > 2)
      OS << (List.size() > 3 ? " ... " : ", ")
         << lineOfText(List.back()->Title);
    OS << ": the same "
       << (List.size() == 2 ? "once more"
                            : std::to_string(List.size() - 1) + " times more")
       << " (--all shows each)\n";
  }
}

void fx::printModelDiff(const ModelDiff &D, raw_ostream &OS,
                        const DiffTextOptions &Options) {
  HeadWriter(D, OS, Options).write();
  if (!Options.HeadOnly)
    SectionWriter(D, OS, Options).write();
}
