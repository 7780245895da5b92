//===- ModelDiffLines.cpp - Differences of models by lines ----------------===//
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
#include "fx/Analysis/ModuleStack.h"
#include "fx/Analysis/ProgramDiff.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "fx/IR/Printer.h"
#include "fx/IR/SideTables.h"
#include "fx/Interop/WeightStore.h"
#include "fx/Translate/ModelDiff.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <map>

using namespace fx;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Unified
//===----------------------------------------------------------------------===//

namespace {

/// A node of one graph, or a pair that is the same.
struct Line {
  const Node *Before, *After;
  bool isChange() const { return !Before || !After; }
};

class UnifiedWriter {
public:
  UnifiedWriter(const GraphDiff &G, raw_ostream &OS,
                const DiffTextOptions &Options)
      : G(G), OS(OS), Options(Options) {}
  void write();

private:
  void collect();
  void writeHunk(size_t Begin, size_t End);
  void writeLine(char Mark, const Node &N);

  const GraphDiff &G;
  raw_ostream &OS;
  const DiffTextOptions &Options;
  std::vector<Line> Lines;
  /// How many nodes of each graph are before a line.
  std::vector<std::pair<size_t, size_t>> Numbers;
};

} // namespace

void UnifiedWriter::collect() {
  // What counts: pairs that are shown on both sides, and single nodes.
  NodeSet Changed, Gone;
  for (const NodeDifference &C : G.Changes)
    if (!C.After)
      Gone.insert(C.Before);
    else if (!C.isMinor())
      Changed.insert(C.After);
  auto Add = [&](const Node *A, const Node *B) { Lines.push_back({A, B}); };
  const Node *A = G.Before ? G.Before->front() : nullptr;
  const Node *B = G.After ? G.After->front() : nullptr;
  bool Both = G.Before && G.After;
  auto IsBetween = [&](const Node *N) {
    return N && (!Both || !G.Pairs.partner(*N) || G.Pairs.isMoved(*N));
  };
  while (A || B) {
    for (; IsBetween(A); A = A->next()) {
      const Node *Partner = Both ? G.Pairs.partner(*A) : nullptr;
      if (Partner ? Changed.contains(Partner) : Gone.contains(A))
        Add(A, nullptr);
    }
    for (; IsBetween(B); B = B->next()) {
      const Node *Partner = Both ? G.Pairs.partner(*B) : nullptr;
      // A moved pair that does not count is shown where it is now.
      if (Changed.contains(B))
        Add(nullptr, B);
      else if (Partner)
        Add(Partner, B);
    }
    if (!A || !B)
      continue;
    if (Changed.contains(B)) {
      Add(A, nullptr);
      Add(nullptr, B);
    } else {
      Add(A, B);
    }
    A = A->next();
    B = B->next();
  }
  size_t X = 0, Y = 0;
  for (const Line &L : Lines) {
    Numbers.push_back({X, Y});
    X += L.Before != nullptr;
    Y += L.After != nullptr;
  }
  Numbers.push_back({X, Y});
}

void UnifiedWriter::writeLine(char Mark, const Node &N) {
  bool Colors = Options.Colors && Mark != ' ';
  if (Colors)
    OS.changeColor(Mark == '-' ? raw_ostream::RED : raw_ostream::GREEN);
  OS << Mark << lineOfText(diffLine(N));
  if (std::string Type = valueText(N, /*WithDevice=*/true); !Type.empty())
    OS << "  # " << Type;
  if (Colors)
    OS.resetColor();
  OS << '\n';
}

void UnifiedWriter::writeHunk(size_t Begin, size_t End) {
  auto [X, Y] = Numbers[Begin];
  size_t CountX = Numbers[End].first - X, CountY = Numbers[End].second - Y;
  // As diff has it: an empty range is after a line.
  OS << "@@ -" << X + (CountX != 0) << ',' << CountX << " +"
     << Y + (CountY != 0) << ',' << CountY << " @@";
  const Line &First = Lines[Begin];
  if (std::optional<std::string> Path =
          modulePath(First.After ? *First.After : *First.Before);
      Path && !Path->empty())
    OS << ' ' << lineOfText(*Path);
  OS << '\n';
  for (size_t I = Begin; I != End; ++I) {
    const Line &L = Lines[I];
    writeLine(!L.Before  ? '+'
              : !L.After ? '-'
                         : ' ',
              L.After ? *L.After : *L.Before);
  }
}

void UnifiedWriter::write() {
  collect();
  constexpr size_t Context = 3;
  bool IsFirst = true;
  for (size_t I = 0; I != Lines.size();) {
    if (!Lines[I].isChange()) {
      ++I;
      continue;
    }
    size_t Begin = I > Context ? I - Context : 0, End = I;
    // Up to a stretch of equal lines that is longer than two contexts.
    for (size_t Equal = 0; I != Lines.size() && Equal <= 2 * Context; ++I) {
      Equal = Lines[I].isChange() ? 0 : Equal + 1;
      if (!Equal)
        End = I + 1;
    }
    if (IsFirst) {
      std::string Of = G.Path.empty() ? "" : "  graph " + G.Path;
      OS << "--- " << Options.Before << Of << "\n+++ " << Options.After << Of
         << '\n';
    }
    IsFirst = false;
    End = std::min(End + Context, Lines.size());
    writeHunk(Begin, End);
    I = End;
  }
}

void fx::printUnifiedDiff(const ModelDiff &D, raw_ostream &OS,
                          const DiffTextOptions &Options) {
  for (const GraphDiff &G : D.Graphs)
    UnifiedWriter(G, OS, Options).write();
}

//===----------------------------------------------------------------------===//
// Text for other programs that compare
//===----------------------------------------------------------------------===//

namespace {
class DiffTextWriter {
public:
  explicit DiffTextWriter(raw_ostream &OS) : OS(OS) {}
  Error write(const GraphModule &M);

private:
  Error writeState(const GraphModule &M);
  void writeModules(const GraphModule &M);
  void writeGraph(const Graph &G, StringRef Path);
  void writeNode(const Node &N);
  /// Text of several lines, indented.
  void lines(StringRef Text);

  raw_ostream &OS;
};
} // namespace

void DiffTextWriter::lines(StringRef Text) {
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    OS << "        " << Line << '\n';
    Text = Rest;
  }
}

/// State is sorted by path; the order of the file says nothing.
Error DiffTextWriter::writeState(const GraphModule &M) {
  std::vector<StatePlace> State = stateByPath(M);
  if (State.empty())
    return Error::success();
  OS << "state\n";
  // A clone shares the records of the weights.
  std::unique_ptr<GraphModule> Reader = M.clone();
  bool HasWeights = M.weightStore() || !M.weightFiles().empty();
  for (const StatePlace &P : State) {
    const TensorAttr &T = *P.Tensor;
    OS << "    " << P.Path << " = " << toString(T.Role);
    if (!T.Type.isNone()) {
      OS << ' ';
      printArgument(T.Type, M.context(), OS);
    }
    OS << P.remark();
    if (HasWeights) {
      Expected<StringRef> Bytes =
          WeightStore::of(*Reader).read(recordOf(T, P.Path));
      if (!Bytes)
        return Bytes.takeError();
      OS << format(" %016" PRIx64, xxh3_64bits(*Bytes));
    }
    OS << '\n';
  }
  return Error::success();
}

/// The modules that are called or have others inside.
void DiffTextWriter::writeModules(const GraphModule &M) {
  bool IsFirst = true;
  M.root().walk([&](const Module &Sub, StringRef Path) {
    if (Path.empty() || !Sub.className())
      return;
    if (IsFirst)
      OS << "modules\n";
    IsFirst = false;
    OS << "    " << Path << " = " << Sub.className().str() << '('
       << constructorText(Sub) << ')' << (Sub.isTraining() ? " training" : "")
       << '\n';
  });
}

void DiffTextWriter::writeNode(const Node &N) {
  OS << "    " << diffLine(N) << '\n';
  for (const KwArg &Entry : N.meta().entries()) {
    StringRef Key = Entry.Name.str();
    // Modules are headings.
    if (Key == "nn_module_stack")
      continue;
    if (Entry.Value.isString() && Entry.Value.str().contains('\n')) {
      OS << "      " << Key << ":\n";
      lines(Entry.Value.str());
      continue;
    }
    OS << "      " << Key << ": ";
    printArgument(Entry.Value, N.context(), OS);
    OS << '\n';
  }
}

void DiffTextWriter::writeGraph(const Graph &G, StringRef Path) {
  OS << "graph" << (Path.empty() ? "" : " ") << Path << '\n';
  std::string Module;
  ModulePathCache Paths;
  for (const Node *N : G.nodes()) {
    StringRef Of = Paths.of(*N).value_or("");
    if (N->isCall() && Of != Module) {
      Module = Of.str();
      OS << "  module " << Module << '\n';
    }
    writeNode(*N);
  }
}

Error DiffTextWriter::write(const GraphModule &M) {
  if (M.name())
    OS << "model " << M.name().str() << '\n';
  if (M.program()) {
    OS << "program\n";
    for (const auto &[Name, Text] : programFacts(*M.program()))
      OS << "    " << Name << ": " << Text << '\n';
  }
  if (Error E = writeState(M))
    return E;
  writeModules(M);
  M.root().walk([&](const Module &Sub, StringRef Path) {
    if (const Graph *G = Sub.graph())
      writeGraph(*G, Path);
  });
  return Error::success();
}

Error fx::writeDiffText(ArrayRef<const GraphModule *> Modules,
                        raw_ostream &OS) {
  for (const GraphModule *M : Modules)
    if (Error E = DiffTextWriter(OS).write(*M))
      return E;
  return Error::success();
}
