//===- GraphView.cpp - What pictures of models show -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphView.h"
#include "ModuleFrames.h"
#include "NodeText.h"
#include "Picture.h"
#include "ValueText.h"
#include "fx/IR/NodeDiagnostic.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/JSON.h"

using namespace fx;
using namespace llvm;

std::string fx::lineOfText(StringRef Text, size_t Most) {
  std::string Valid;
  if (!json::isUTF8(Text)) {
    Valid = json::fixUTF8(Text);
    Text = Valid;
  }
  // Most texts are names, and stay as they are.
  if (Text.size() <= Most && all_of(Text, isPrint))
    return Text.str();
  std::string Result;
  size_t Count = 0;
  for (size_t I = 0; I != Text.size(); ++I) {
    unsigned char C = Text[I];
    if ((C & 0xc0) != 0x80 && Count++ == Most) {
      // The dots take the place of a character.
      do
        Result.pop_back();
      while ((Text[Result.size()] & 0xc0) == 0x80);
      return Result + "\u2026";
    }
    Result += C < 0x20 || C == 0x7f ? ' ' : char(C);
  }
  return Result;
}

StringRef fx::toString(BoxKind K) {
  static constexpr StringLiteral Names[] = {"input",  "state", "output",
                                            "linear", "norm",  "activation",
                                            "pool",   "shape", "other"};
  return Names[unsigned(K)];
}

/// The kind for the name of an operator or a class.
static BoxKind kindOfOperator(StringRef Name) {
  std::string Lower = Name.lower();
  StringRef Op = Lower;
  Op.consume_back("_");
  if (Op.contains("norm"))
    return BoxKind::Norm;
  if (Op.contains("conv") || Op.contains("linear") || Op.contains("matmul") ||
      Op.contains("attention") || Op.contains("embedding"))
    return BoxKind::Linear;
  if (Op.contains("pool"))
    return BoxKind::Pool;
  return StringSwitch<BoxKind>(Op)
      .Cases("mm", "bmm", "addmm", "baddbmm", "einsum", BoxKind::Linear)
      .Cases("lstm", "gru", "rnn", "dot", "outer", BoxKind::Linear)
      .Cases("relu", "relu6", "gelu", "silu", "sigmoid", "tanh", "softmax",
             BoxKind::Activation)
      .Cases("_softmax", "log_softmax", "leaky_relu", "leakyrelu", "hardswish",
             "hardsigmoid", "hardtanh", "elu", BoxKind::Activation)
      .Cases("mish", "selu", "prelu", "softplus", "glu", "logsigmoid",
             BoxKind::Activation)
      .Cases("mean", "sum", "max", "min", "amax", "amin", "argmax", "argmin",
             BoxKind::Pool)
      .Cases("prod", "var", "std", "any", "all", "topk", "cumsum",
             BoxKind::Pool)
      .Cases("view", "reshape", "_unsafe_view", "permute", "transpose", "t",
             "flatten", "unflatten", BoxKind::Shape)
      .Cases("squeeze", "unsqueeze", "expand", "contiguous", "clone", "cat",
             "stack", "split", BoxKind::Shape)
      .Cases("chunk", "slice", "select", "getitem", "index_select", "repeat",
             "alias", "detach", BoxKind::Shape)
      .Cases("split_with_sizes", "unbind", "narrow", "roll", "pad",
             "constant_pad_nd", "size", "getattr", BoxKind::Shape)
      .Cases("to", "_to_copy", "expand_as", "view_as", "lift_fresh_copy",
             "identity", "dropout", BoxKind::Shape)
      .Default(BoxKind::Other);
}

std::string fx::chipText(const Node &N) {
  return lineOfText('%' + N.name(), MaxPictureLine);
}

std::string ViewBlock::title() const {
  std::string Name = lineOfText(Path, MaxPictureLine);
  if (Class.empty())
    return Name.empty() ? "graph" : Name;
  return (Name.empty() ? "" : Name + "  ") + lineOfText(Class, MaxPictureLine);
}

std::string ViewBlock::contents() const { return counted(Nodes, "node"); }

SmallVector<StringRef, 4> ViewNode::lines() const {
  SmallVector<StringRef, 4> Lines = {Title};
  for (StringRef Line : {StringRef(Label), StringRef(Detail), StringRef(Type)})
    if (!Line.empty())
      Lines.push_back(Line);
  return Lines;
}

namespace {

class ViewBuilder {
public:
  ViewBuilder(const PictureOptions &Options) : Options(Options) {}

  Expected<GraphView> build(ArrayRef<const GraphModule *> Modules);

private:
  /// A graph whose nodes are being added.
  struct Task {
    const Graph *G;
    Node *Next;
    unsigned Frame;
    NodeMap<unsigned> Place;
    /// The number of each node.
    NodeMap<uint32_t> Number;
    /// Graphs inside that were added, and where their values go.
    DenseSet<const Module *> Nested;
    std::vector<std::pair<const Node *, uint32_t>> Results;
    const Node *User;
  };

  void begin(const Graph &G, unsigned Frame, const Node *User);
  void step();
  bool enterNested(const Node &N);
  void add(const Node &N, Task &T);
  Error findBlocks();
  void findSizes();

  const PictureOptions &Options;
  ModuleFrames Frames;
  std::vector<unsigned> FrameOf;
  std::vector<Task> Tasks;
  GraphView View;
};

} // namespace

//===----------------------------------------------------------------------===//
// What a box says
//===----------------------------------------------------------------------===//

static void describeCall(const Node &N, ViewNode &V) {
  if (!N.isCallModule()) {
    V.Title = N.op() == Opcode::CallMethod ? "." + N.targetText().str()
                                           : operatorName(N.targetText());
    V.Detail = constantArguments(N);
    V.Kind = kindOfOperator(StringRef(V.Title).ltrim('.'));
    return;
  }
  const Module *Owner = N.graph().owningModule();
  const Module *M = Owner ? Owner->lookup(N.targetText()) : nullptr;
  if (!M || !M->className()) {
    V.Title = lastName(N.targetText()).str();
    V.Detail = constantArguments(N);
    return;
  }
  V.Title = lastName(M->className().str()).str();
  V.Detail = constructorText(*M);
  V.Kind = kindOfOperator(V.Title);
}

ViewNode fx::describeNode(const Node &N) {
  ViewNode V;
  V.N = &N;
  V.Label = '%' + N.name();
  V.Type = valueText(N);
  switch (N.op()) {
  case Opcode::Placeholder:
  case Opcode::GetAttr:
    V.Kind = isState(N) ? BoxKind::State : BoxKind::Input;
    V.Title = isState(N) ? stateName(N).str() : N.targetText().str();
    if (V.Title == N.name())
      V.Label.clear();
    break;
  case Opcode::Output:
    V.Kind = BoxKind::Output;
    V.Title = "output";
    V.Label.clear();
    break;
  default:
    describeCall(N, V);
  }
  for (std::string *Text : {&V.Title, &V.Label, &V.Detail, &V.Type})
    *Text = lineOfText(*Text, MaxPictureLine);
  if (V.Title.empty())
    V.Title = " ";
  return V;
}

bool fx::isHidden(const Node &N, bool StateNodes) {
  return (isState(N) && !StateNodes) || (N.isGetAttr() && nestedGraph(N));
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

void ViewBuilder::begin(const Graph &G, unsigned Frame, const Node *User) {
  Task T = {&G, nullptr, Frame, Frames.place(G, Frame), NodeMap<uint32_t>(),
            {}, {},      User};
  T.Next = G.empty() ? nullptr : *G.nodes().begin();
  Tasks.push_back(std::move(T));
}

/// Begins with the graphs that \p N is given and that were not added yet, so
/// that they stand above it. Whether there was one.
bool ViewBuilder::enterNested(const Node &N) {
  size_t Parent = Tasks.size() - 1;
  auto Enter = [&](const Node &From) {
    const Module *M = nestedGraph(From);
    if (!M || !Tasks[Parent].Nested.insert(M).second)
      return false;
    unsigned Frame = Frames.addFrame(Tasks[Parent].Place.lookup(&N), M->path(),
                                     "", M->graph());
    begin(*M->graph(), Frame, &N);
    return true;
  };
  if (N.isCallModule() && Enter(N))
    return true;
  for (unsigned I = 0; I != N.numOperands(); ++I)
    if (N.operand(I)->isGetAttr() && Enter(*N.operand(I)))
      return true;
  return false;
}

void ViewBuilder::add(const Node &N, Task &T) {
  uint32_t Number = View.Nodes.size();
  T.Number[&N] = Number;
  View.Nodes.push_back(describeNode(N));
  FrameOf.push_back(T.Place.lookup(&N));
  View.Input.Hidden.push_back(isHidden(N, Options.StateNodes));
  for (unsigned I = 0; I != N.numOperands(); ++I)
    View.Input.Edges.push_back({T.Number.lookup(N.operand(I)), Number});
  for (auto [User, From] : T.Results)
    if (User == &N)
      View.Input.Edges.push_back({From, Number});
  // Those are the results of graphs that this node has begun with.
  T.Results.clear();
}

/// Adds one node, or begins or ends a graph.
void ViewBuilder::step() {
  Task &T = Tasks.back();
  if (!T.Next) {
    const Node *Out = T.G->outputNode(), *User = T.User;
    uint32_t From = Out ? T.Number.lookup(Out) : 0;
    Tasks.pop_back();
    if (User && Out)
      Tasks.back().Results.push_back({User, From});
    return;
  }
  if (enterNested(*T.Next))
    return;
  // That may have moved the tasks.
  Task &Same = Tasks.back();
  add(*Same.Next, Same);
  Same.Next = Same.Next->next();
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

Expected<FrameBlocks> fx::addBlocks(const ModuleFrames &Frames,
                                    ArrayRef<uint32_t> NumNodes,
                                    const PictureOptions &Options,
                                    GraphView &View) {
  Expected<std::vector<GlobPattern>> Globs = parseGlobs(Options.Collapse);
  if (!Globs)
    return Globs.takeError();
  FrameBlocks Blocks = {std::vector<uint32_t>(NumNodes.size()),
                        std::vector<bool>(NumNodes.size())};
  Blocks.IsOwn[0] = true;
  View.Blocks.push_back({"", "", false, NumNodes[0]});
  View.Input.BlockParent.push_back(0);
  View.Open.push_back(true);
  for (size_t F = 1; F != NumNodes.size(); ++F) {
    const ModuleFrame &Info = Frames[F];
    uint32_t Parent = Blocks.Block[Info.Parent];
    // Frames with one node are not blocks: the box says where it comes from.
    if (NumNodes[F] < 2 && !(NumNodes[F] && Info.Code)) {
      Blocks.Block[F] = Parent;
      continue;
    }
    Blocks.IsOwn[F] = true;
    Blocks.Block[F] = View.Blocks.size();
    View.Blocks.push_back(
        {Info.Path, Info.Class, Info.Code != nullptr, NumNodes[F]});
    View.Input.BlockParent.push_back(Parent);
    View.Open.push_back(Info.Depth <= Options.Depth &&
                        none_of(*Globs, [&](const GlobPattern &Glob) {
                          return Glob.match(Info.Path);
                        }));
  }
  for (const ViewBlock &B : View.Blocks) {
    View.Sizes.Blocks.push_back({titleWidth(B.title()), 44});
    View.Sizes.Titles.push_back(titleWidth(B.title()));
  }
  View.Sizes.Titles[0] = 0;
  return Blocks;
}

void fx::addLeaf(const ModuleFrames &Frames, unsigned Frame,
                 const FrameBlocks &Blocks, ViewNode &V) {
  if (Blocks.IsOwn[Frame] || V.Kind == BoxKind::State)
    return;
  V.Leaf = Frames[Frame].Path;
  std::string Name = lastName(V.Leaf).str();
  V.Label = lineOfText(Name + "  " + V.Label, MaxPictureLine);
}

Error ViewBuilder::findBlocks() {
  std::vector<uint32_t> NumNodes(Frames.frames().size());
  for (size_t I = 0; I != View.Nodes.size(); ++I)
    if (!View.Input.Hidden[I])
      ++NumNodes[FrameOf[I]];
  for (size_t F = NumNodes.size(); F-- > 1;)
    NumNodes[Frames[F].Parent] += NumNodes[F];
  Expected<FrameBlocks> Blocks = addBlocks(Frames, NumNodes, Options, View);
  if (!Blocks)
    return Blocks.takeError();
  for (auto [V, Frame] : zip(View.Nodes, FrameOf)) {
    View.Input.BoxBlock.push_back(Blocks->Block[Frame]);
    addLeaf(Frames, Frame, *Blocks, V);
  }
  return Error::success();
}

void ViewBuilder::findSizes() {
  for (uint32_t I = 0; I != View.Nodes.size(); ++I) {
    View.Sizes.Boxes.push_back(boxSize(View.Nodes[I].lines()));
    View.Sizes.Chips.push_back(chipWidth(chipText(*View.Nodes[I].N)));
  }
}

Expected<GraphView> ViewBuilder::build(ArrayRef<const GraphModule *> Modules) {
  for (const GraphModule *M : Modules) {
    unsigned Frame = 0;
    if (Modules.size() > 1)
      Frame =
          Frames.addFrame(0, M->name() ? M->name().str().str() : "model",
                          lastName(M->root().className().str()).str(), nullptr);
    begin(M->graph(), Frame, nullptr);
    while (!Tasks.empty())
      step();
  }
  if (Error E = findBlocks())
    return E;
  findSizes();
  View.Layers = makeLayers(View.Input);
  return std::move(View);
}

Expected<GraphView> fx::viewModels(ArrayRef<const GraphModule *> Modules,
                                   const PictureOptions &Options) {
  return ViewBuilder(Options).build(Modules);
}
