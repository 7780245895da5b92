//===- Dot.cpp - Graphs as pictures ---------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Translate/Dot.h"
#include "ModuleFrames.h"
#include "NodeText.h"
#include "ValueText.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/IR/Printer.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

/// Longer lines of a box are cut.
static constexpr size_t MaxLine = 48;

/// \p Text between the tags of a label.
static std::string escape(StringRef Text) {
  std::string Valid;
  if (!json::isUTF8(Text)) {
    Valid = json::fixUTF8(Text);
    Text = Valid;
  }
  std::string Result;
  for (char C : Text) {
    if (C == '&')
      Result += "&amp;";
    else if (C == '<')
      Result += "&lt;";
    else if (C == '>')
      Result += "&gt;";
    else if (C == '"')
      Result += "&quot;";
    else
      Result += static_cast<unsigned char>(C) < 0x20 || C == 0x7f ? ' ' : C;
  }
  return Result;
}

static std::string cut(StringRef Text) {
  if (Text.size() <= MaxLine)
    return Text.str();
  // Not in the middle of a character.
  size_t End = MaxLine - 1;
  while (End && (Text[End] & 0xc0) == 0x80)
    --End;
  return (Text.take_front(End) + "\u2026").str();
}

namespace {

/// A box of the picture.
struct Box {
  std::string Label, Shape, Fill, Tooltip;
};

class DotWriter {
public:
  DotWriter(raw_ostream &OS, const PictureOptions &Options)
      : OS(OS), Options(Options) {}

  Error readGlobs() { return parseGlobs(Options.Collapse).moveInto(Globs); }
  void write(ArrayRef<const GraphModule *> Modules);

private:
  /// A graph and where it is drawn.
  struct Task {
    const Graph *G;
    unsigned Frame;
    /// The box that the graph belongs to; -1 for a model.
    int User;
  };
  struct Edge {
    unsigned From, To;
    std::string Attributes;
  };

  void graph(const Task &T);
  void edges(const Task &T, const NodeMap<int> &Boxes);
  int box(const Node &N, unsigned Frame);
  Box describe(const Node &N) const;
  std::string stateLines(const Node &N) const;
  std::optional<unsigned> collapsed(unsigned Frame) const;
  int collapsedBox(const Node &N, unsigned Frame);
  bool isDrawn(unsigned Frame) const;
  void describeWholes();
  void writeFrames();
  void writeBox(unsigned I, unsigned Indent);

  raw_ostream &OS;
  const PictureOptions &Options;
  std::vector<GlobPattern> Globs;
  ModuleFrames Frames;
  std::vector<Task> Tasks;
  std::vector<Box> Boxes;
  /// For each frame, its boxes, and what stands for all of it.
  std::vector<std::vector<unsigned>> Contents;
  struct Whole {
    unsigned Box;
    /// The first of the nodes inside, and how many there are.
    const Node *First;
    unsigned Nodes;
  };
  MapVector<unsigned, Whole> Wholes;
  std::vector<Edge> Edges;
  DenseMap<std::pair<unsigned, unsigned>, unsigned> EdgeIndex;
};

} // namespace

//===----------------------------------------------------------------------===//
// What a box says
//===----------------------------------------------------------------------===//

static std::string bold(StringRef Text) {
  return "<b>" + escape(cut(Text)) + "</b>";
}
static std::string line(StringRef Text) {
  return Text.empty() ? "" : "<br/>" + escape(cut(Text));
}
static std::string small(StringRef Text) {
  return Text.empty() ? ""
                      : "<br/><font point-size=\"9\" color=\"#555555\">" +
                            escape(cut(Text)) + "</font>";
}

/// The parameters and the like that \p N uses, a line each.
std::string DotWriter::stateLines(const Node &N) const {
  if (Options.StateNodes)
    return "";
  std::string Lines;
  SmallSetVector<const Node *, 4> Seen;
  for (unsigned I = 0; I != N.numOperands(); ++I) {
    const Node *Value = N.operand(I);
    if (!isState(*Value) || !Seen.insert(Value))
      continue;
    std::string Type = valueText(*Value);
    StringRef Name = stateName(*Value);
    // The last part alone would not say enough for an output.
    Lines += small(((N.isOutput() ? Name : lastName(Name)) + " " + Type).str());
  }
  return Lines;
}

Box DotWriter::describe(const Node &N) const {
  Box B;
  std::string Type = valueText(N);
  B.Shape = "box";
  B.Fill = "#ffffff";
  B.Tooltip = '%' + N.name() + ": " + toString(N.op()).str() + ' ' +
              N.targetText().str();
  switch (N.op()) {
  case Opcode::Placeholder:
    B.Shape = isState(N) ? "note" : "ellipse";
    B.Fill = isState(N) ? "#f2f2f2" : "#d9ead3";
    B.Label = bold(isState(N) ? stateName(N) : N.targetText()) + line(Type);
    return B;
  case Opcode::GetAttr:
    B.Shape = "note";
    B.Fill = "#f2f2f2";
    B.Label = bold(N.targetText()) + line(Type);
    return B;
  case Opcode::Output:
    B.Shape = "ellipse";
    B.Fill = "#f4cccc";
    B.Label = bold("output") + stateLines(N);
    return B;
  case Opcode::CallModule: {
    const Module *Owner = N.graph().owningModule();
    const Module *M = Owner ? Owner->lookup(N.targetText()) : nullptr;
    StringRef Name = lastName(N.targetText());
    B.Fill = "#cfe2f3";
    if (M && M->className())
      B.Label = bold(lastName(M->className().str())) + line(Name) +
                small(constructorText(*M));
    else
      B.Label = bold(Name);
    B.Label += small(constantArguments(N)) + stateLines(N) + line(Type);
    return B;
  }
  case Opcode::CallMethod:
    B.Label = bold(("." + N.targetText()).str());
    break;
  case Opcode::CallFunction:
    B.Label = bold(operatorName(N.targetText()));
    break;
  }
  B.Label += small(constantArguments(N)) + stateLines(N) + line(Type);
  return B;
}

//===----------------------------------------------------------------------===//
// Boxes and frames
//===----------------------------------------------------------------------===//

/// The outermost frame around \p Frame whose contents are not shown.
std::optional<unsigned> DotWriter::collapsed(unsigned Frame) const {
  std::optional<unsigned> Result;
  for (unsigned F = Frame; F; F = Frames[F].Parent) {
    const ModuleFrame &Info = Frames[F];
    bool Matches = any_of(
        Globs, [&](const GlobPattern &Glob) { return Glob.match(Info.Path); });
    if (Matches || Info.Depth > Options.Depth)
      Result = F;
  }
  return Result;
}

int DotWriter::collapsedBox(const Node &N, unsigned Frame) {
  auto [It, New] = Wholes.try_emplace(Frame, Whole{});
  Whole &W = It->second;
  if (New) {
    W = {unsigned(Boxes.size()), &N, 0};
    unsigned Parent = Frames[Frame].Parent;
    Boxes.emplace_back();
    Contents.resize(std::max<size_t>(Contents.size(), Parent + 1));
    Contents[Parent].push_back(W.Box);
  }
  ++W.Nodes;
  return W.Box;
}

/// Fills the boxes of modules whose contents are not shown. A module of one
/// node is that node.
void DotWriter::describeWholes() {
  for (auto &[Frame, W] : Wholes) {
    const ModuleFrame &Info = Frames[Frame];
    Box &B = Boxes[W.Box];
    if (W.Nodes == 1) {
      B = describe(*W.First);
      B.Label += small(Info.Path);
      continue;
    }
    B = {bold(Info.Class.empty() ? "graph" : Info.Class) + line(Info.Path) +
             small(counted(W.Nodes, "node")),
         "box, peripheries=2", "#fff2cc", Info.Path};
  }
}

/// The box that \p N is drawn as, or -1.
int DotWriter::box(const Node &N, unsigned Frame) {
  if (isState(N) && !Options.StateNodes)
    return -1;
  if (std::optional<unsigned> Whole = collapsed(Frame))
    return collapsedBox(N, *Whole);
  if (N.isGetAttr() && nestedGraph(N))
    return -1;
  Contents.resize(std::max<size_t>(Contents.size(), Frame + 1));
  Contents[Frame].push_back(Boxes.size());
  Boxes.push_back(describe(N));
  return Boxes.size() - 1;
}

void DotWriter::edges(const Task &T, const NodeMap<int> &BoxOf) {
  auto Add = [&](int From, int To, std::string Attributes) {
    if (From < 0 || To < 0 || From == To)
      return;
    auto [It, New] = EdgeIndex.try_emplace({From, To}, Edges.size());
    if (New)
      Edges.push_back({unsigned(From), unsigned(To), std::move(Attributes)});
  };
  for (const Node *N : T.G->nodes()) {
    int To = BoxOf.lookup(N);
    std::optional<SmallVector<OutputSpec, 4>> Specs;
    if (N->isOutput())
      Specs = outputSpecsOf(*N);
    Argument Returned;
    if (N->isOutput() && N->numArgs())
      Returned = N->arg(0);
    for (unsigned I = 0; I != N->numOperands(); ++I) {
      const Node *Value = N->operand(I);
      std::string Label;
      for (size_t S = 0; Specs && S < Specs->size() && S < Returned.size(); ++S)
        if (Symbol Target = (*Specs)[S].Target;
            Target && Returned[S].asNode() == Value)
          Label = " [style=dashed, label=<" + escape(cut(Target.str())) + ">]";
      Add(BoxOf.lookup(Value), To, std::move(Label));
    }
  }
}

/// Makes the boxes and edges of one graph, and tasks of the graphs that its
/// nodes name.
void DotWriter::graph(const Task &T) {
  NodeMap<unsigned> Place = Frames.place(*T.G, T.Frame);
  NodeMap<int> BoxOf(-1);
  DenseMap<const Module *, unsigned> Nested;
  for (const Node *N : T.G->nodes()) {
    unsigned Frame = Place.lookup(N);
    BoxOf[N] = box(*N, Frame);
    const Module *M = nestedGraph(*N);
    if (!M || collapsed(Frame) || !Nested.try_emplace(M, 0).second)
      continue;
    // A graph is beside the operator that it is given to.
    const Node *User = N;
    if (N->isGetAttr() && N->hasUsers())
      User = *N->users().begin();
    unsigned Inner =
        Frames.addFrame(Place.lookup(User), M->path(), "", M->graph());
    Tasks.push_back({M->graph(), Inner, -1});
    Nested[M] = Tasks.size() - 1;
  }
  edges(T, BoxOf);
  for (const Node *N : T.G->nodes()) {
    const Module *M = nestedGraph(*N);
    auto It = M ? Nested.find(M) : Nested.end();
    if (It == Nested.end())
      continue;
    const Node *User = N;
    if (N->isGetAttr() && N->hasUsers())
      User = *N->users().begin();
    Tasks[It->second].User = BoxOf.lookup(User);
  }
  // Where an inner graph ends, what it is given to begins.
  if (T.User < 0)
    return;
  const Node *Out = T.G->outputNode();
  int From = Out ? BoxOf.lookup(Out) : -1;
  if (From < 0 || From == T.User)
    return;
  std::string Tail = collapsed(T.Frame)
                         ? ""
                         : "ltail=cluster_" + std::to_string(T.Frame) + ", ";
  Edges.push_back({unsigned(From), unsigned(T.User),
                   " [" + Tail + "style=dashed, arrowhead=odiamond]"});
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

void DotWriter::writeBox(unsigned I, unsigned Indent) {
  const Box &B = Boxes[I];
  OS.indent(Indent) << 'n' << I << " [label=<" << B.Label
                    << ">, shape=" << B.Shape << ", fillcolor=\"" << B.Fill
                    << "\", tooltip=\"" << escape(B.Tooltip) << "\"];\n";
}

/// Whether there is a frame around the contents: a frame around one box would
/// say less than a line in it.
bool DotWriter::isDrawn(unsigned Frame) const {
  return Frame && (Frames[Frame].Code || Contents[Frame].size() != 1);
}

/// All frames, those inside before the end of those around them.
void DotWriter::writeFrames() {
  size_t Count = Frames.frames().size();
  Contents.resize(Count);
  std::vector<std::vector<unsigned>> Children(Count);
  std::vector<bool> Used(Count);
  for (size_t F = Count; F-- > 1;) {
    Used[F] = Used[F] || !Contents[F].empty();
    if (Used[F]) {
      Used[Frames[F].Parent] = true;
      Children[Frames[F].Parent].push_back(F);
    }
  }
  struct Level {
    unsigned Frame;
    bool Drawn;
  };
  SmallVector<Level, 16> Open = {{0, false}};
  unsigned Indent = 2;
  auto Enter = [&](unsigned Frame) {
    const ModuleFrame &Info = Frames[Frame];
    bool Drawn = Frame && (!Children[Frame].empty() || isDrawn(Frame));
    if (Drawn) {
      OS.indent(Indent) << "subgraph cluster_" << Frame << " {\n";
      Indent += 2;
      OS.indent(Indent) << "label=<" << bold(Info.Path);
      if (!Info.Class.empty())
        OS << ' ' << escape(cut(Info.Class));
      OS << ">;\n";
      OS.indent(Indent) << "style=\"rounded,filled"
                        << (Info.Code ? ",dashed" : "") << "\"; fillcolor=\""
                        << (Info.Depth % 2 ? "#f7f7fb" : "#ececf4")
                        << "\"; color=\"#9999aa\";\n";
    } else if (Frame) {
      // Its one box shows where it comes from.
      Boxes[Contents[Frame].front()].Label += small(Info.Path);
    }
    for (unsigned I : Contents[Frame])
      writeBox(I, Indent);
    return Drawn;
  };
  Open.back().Drawn = Enter(0);
  while (!Open.empty()) {
    std::vector<unsigned> &Rest = Children[Open.back().Frame];
    if (Rest.empty()) {
      if (Open.back().Drawn) {
        Indent -= 2;
        OS.indent(Indent) << "}\n";
      }
      Open.pop_back();
      continue;
    }
    // They were collected from the last to the first.
    unsigned Next = Rest.back();
    Rest.pop_back();
    bool Drawn = Enter(Next);
    Open.push_back({Next, Drawn});
  }
}

void DotWriter::write(ArrayRef<const GraphModule *> Modules) {
  for (const GraphModule *M : Modules) {
    unsigned Frame = 0;
    if (Modules.size() > 1)
      Frame =
          Frames.addFrame(0, M->name() ? M->name().str().str() : "model",
                          lastName(M->root().className().str()).str(), nullptr);
    Tasks.push_back({&M->graph(), Frame, -1});
  }
  for (size_t I = 0; I != Tasks.size(); ++I)
    graph(Task(Tasks[I]));
  OS << "digraph {\n"
        "  compound=true; rankdir=TB; ranksep=0.3; nodesep=0.2;\n"
        "  graph [fontname=\"Helvetica\", fontsize=11];\n"
        "  node [fontname=\"Helvetica\", fontsize=11, style=filled, "
        "margin=\"0.08,0.04\", height=0.2, color=\"#666666\"];\n"
        "  edge [fontname=\"Helvetica\", fontsize=9, color=\"#444444\", "
        "arrowsize=0.6];\n";
  describeWholes();
  writeFrames();
  for (const Edge &E : Edges)
    OS << "  n" << E.From << " -> n" << E.To << E.Attributes << ";\n";
  OS << "}\n";
}

Error fx::writeDot(ArrayRef<const GraphModule *> Modules, raw_ostream &OS,
                   const PictureOptions &Options) {
  DotWriter Writer(OS, Options);
  if (Error E = Writer.readGlobs())
    return E;
  Writer.write(Modules);
  return Error::success();
}
