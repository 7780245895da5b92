//===- PageData.cpp - Columns and strings of the page ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Viewer/model.js reads this. Numbers are little-endian, as this library needs
// its host to be, and columns begin at multiples of 8.
//
//===----------------------------------------------------------------------===//

#include "PageData.h"
#include "Picture.h"
#include "fx/Analysis/ModuleStack.h"
#include "fx/IR/OpBinding.h"
#include "fx/IR/OpInfo.h"
#include "fx/IR/Printer.h"
#include "fx/IR/TensorType.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include <zlib.h>

using namespace fx;
using namespace llvm;

/// What a node has that is not known, where an empty string is something else.
static constexpr uint32_t Unknown = ~0u;

uint32_t StringTable::add(StringRef Text) {
  std::string Valid;
  if (!json::isUTF8(Text)) {
    Valid = json::fixUTF8(Text);
    Text = Valid;
  }
  auto [It, New] = Index.try_emplace(Text, Order.size());
  if (New)
    Order.push_back(It->first());
  return It->second;
}

void StringTable::write(json::OStream &J) const {
  J.array([&] {
    for (StringRef Text : Order)
      J.value(Text);
  });
}

void Columns::add(StringRef Name, StringRef Type, const void *Data,
                  size_t Count, size_t Size) {
  Bytes.resize((Bytes.size() + 7) / 8 * 8);
  All.push_back({Name.str(), Type, Bytes.size(), Count});
  Bytes.append(static_cast<const char *>(Data), Count * Size);
}

void Columns::add(StringRef Name, ArrayRef<uint8_t> V) {
  add(Name, "u8", V.data(), V.size(), 1);
}
void Columns::add(StringRef Name, ArrayRef<uint16_t> V) {
  add(Name, "u16", V.data(), V.size(), 2);
}
void Columns::add(StringRef Name, ArrayRef<uint32_t> V) {
  add(Name, "u32", V.data(), V.size(), 4);
}
void Columns::add(StringRef Name, ArrayRef<double> V) {
  add(Name, "f64", V.data(), V.size(), 8);
}

void Columns::write(json::OStream &J) const {
  J.object([&] {
    for (const Column &C : All)
      J.attributeArray(C.Name, [&] {
        J.value(C.Type);
        J.value(int64_t(C.Offset));
        J.value(int64_t(C.Count));
      });
  });
}

std::string fx::packed(StringRef Bytes) {
  // The usual level takes twice as long for a tenth less.
  constexpr int Level = 4;
  uLongf Size = compressBound(Bytes.size());
  std::string Result(Size, 0);
  int Code = compress2(reinterpret_cast<Bytef *>(Result.data()), &Size,
                       reinterpret_cast<const Bytef *>(Bytes.data()),
                       Bytes.size(), Level);
  // There is room for the result, so only memory can be missing.
  if (Code != Z_OK)
    report_bad_alloc_error("deflating a page");
  Result.resize(Size);
  return encodeBase64(Result);
}

//===----------------------------------------------------------------------===//
// The picture and the search
//===----------------------------------------------------------------------===//

/// The dtypes in \p Val, as selectors know them: `torch.float32/float32/f32`.
static void addTypes(const Argument &Val, std::string &Text) {
  if (TensorType T{Val}) {
    StringRef Full = toString(T.dtype()), Name = Full;
    Name.consume_front("torch.");
    std::string Spellings =
        (Full + "/" + Name + "/" + shortName(T.dtype())).str();
    if (StringRef(Text).contains(Spellings))
      return;
    Text += (Text.empty() ? "" : " ") + Spellings;
    return;
  }
  if (Val.isSequence())
    for (const Argument &Item : Val.elements())
      addTypes(Item, Text);
}

namespace {
/// Path and class of the module a node comes from (Selectors.md).
class ModuleFacts {
public:
  explicit ModuleFacts(StringTable &Strings) : Strings(Strings) {}
  struct Facts {
    uint32_t Path = Unknown, Class = 0;
  };
  Facts of(const Node &N);

private:
  Facts find(const Node &N);

  StringTable &Strings;
  /// By the metadata of nodes that call no module.
  DenseMap<std::pair<const Module *, uint32_t>, Facts> Known;
};
} // namespace

ModuleFacts::Facts ModuleFacts::of(const Node &N) {
  if (N.isCallModule())
    return find(N);
  if (!N.meta("nn_module_stack"))
    return {};
  auto [It, New] = Known.try_emplace({N.graph().owningModule(), N.meta().id()});
  if (New)
    It->second = find(N);
  return It->second;
}

ModuleFacts::Facts ModuleFacts::find(const Node &N) {
  Facts F;
  if (std::optional<std::string> Path = modulePath(N))
    F.Path = Strings.add(*Path);
  const Module *Owner = N.graph().owningModule(), *M = nullptr;
  if (N.isCallModule() && Owner)
    M = Owner->lookup(N.targetText());
  if (M && M->className()) {
    F.Class = Strings.add(M->className().str());
    return F;
  }
  std::optional<ModuleStack> Stack = moduleStack(N);
  if (!Stack || Stack->empty())
    return F;
  F.Class = Strings.add(Stack->back().Class);
  if (F.Class || !Owner)
    return F;
  while (Owner->parent())
    Owner = Owner->parent();
  if ((M = Owner->lookup(Stack->back().Path)))
    F.Class = Strings.add(M->className().str());
  return F;
}

struct NodeColumns::Impl {
  explicit Impl(StringTable &Strings) : Strings(Strings), Modules(Strings) {}

  StringTable &Strings;
  ModuleFacts Modules;
  std::vector<uint8_t> Kind, Op, Height;
  std::vector<uint16_t> Width, Chip;
  std::vector<uint32_t> Name, Title, Label, Detail, Type, Target, Operator,
      Path, Class, Types, ChipText, Users, Args;
};

NodeColumns::NodeColumns(StringTable &Strings)
    : I(std::make_unique<Impl>(Strings)) {}
NodeColumns::~NodeColumns() = default;

void NodeColumns::addFacts(const Node &N) {
  StringTable &Strings = I->Strings;
  I->Op.push_back(uint8_t(N.op()));
  I->Name.push_back(Strings.add(N.name()));
  I->Target.push_back(Strings.add(N.targetText()));
  const OpTarget *Known = N.opTarget();
  I->Operator.push_back(Known ? Strings.add(Known->op().name()) : 0);
  ModuleFacts::Facts Facts = I->Modules.of(N);
  I->Path.push_back(Facts.Path);
  I->Class.push_back(Facts.Class);
  std::string Spellings;
  if (const Argument *Val = N.val())
    addTypes(*Val, Spellings);
  I->Types.push_back(Strings.add(Spellings));
  std::string Text = chipText(N);
  I->ChipText.push_back(Strings.add(Text));
  I->Chip.push_back(uint16_t(chipWidth(Text)));
  I->Users.push_back(N.numUsers());
  I->Args.push_back(N.numArgs());
}

void NodeColumns::addBox(const ViewNode &V) {
  StringTable &Strings = I->Strings;
  PlacementSizes::Size Size = boxSize(V.lines());
  I->Kind.push_back(uint8_t(V.Kind));
  I->Width.push_back(uint16_t(Size.Width));
  I->Height.push_back(uint8_t(Size.Height));
  I->Title.push_back(Strings.add(V.Title));
  I->Label.push_back(Strings.add(V.Label));
  I->Detail.push_back(Strings.add(V.Detail));
  I->Type.push_back(Strings.add(V.Type));
}

void NodeColumns::write(Columns &C) const {
  C.add("nodeKind", I->Kind);
  C.add("nodeOp", I->Op);
  C.add("nodeHeight", I->Height);
  C.add("nodeWidth", I->Width);
  C.add("nodeChip", I->Chip);
  C.add("nodeName", I->Name);
  C.add("nodeTitleText", I->Title);
  C.add("nodeLabel", I->Label);
  C.add("nodeDetail", I->Detail);
  C.add("nodeType", I->Type);
  C.add("nodeTarget", I->Target);
  C.add("nodeOperator", I->Operator);
  C.add("nodePath", I->Path);
  C.add("nodeClass", I->Class);
  C.add("nodeTypes", I->Types);
  C.add("nodeChipText", I->ChipText);
  C.add("nodeUsers", I->Users);
  C.add("nodeArgs", I->Args);
}

static void addEdges(const GraphView &View, Columns &C) {
  C.add("nodeBlock", View.Input.BoxBlock);
  std::vector<uint32_t> From, To;
  for (auto [A, B] : View.Input.Edges) {
    From.push_back(A);
    To.push_back(B);
  }
  C.add("edgeFrom", From);
  C.add("edgeTo", To);
}

static void addBlockFacts(const GraphView &View, StringTable &Strings,
                          Columns &C) {
  std::vector<uint8_t> IsGraph, Open;
  std::vector<uint32_t> Title, Path, Nodes, Width;
  for (auto [I, B] : enumerate(View.Blocks)) {
    IsGraph.push_back(B.IsGraph);
    Open.push_back(View.Open[I]);
    Title.push_back(Strings.add(B.title()));
    Path.push_back(Strings.add(B.Path));
    Nodes.push_back(B.Nodes);
    Width.push_back(uint32_t(View.Sizes.Blocks[I].Width));
  }
  C.add("blockParent", View.Input.BlockParent);
  C.add("blockGraph", IsGraph);
  C.add("blockOpen", Open);
  C.add("blockTitleText", Title);
  C.add("blockPathText", Path);
  C.add("blockNodes", Nodes);
  C.add("blockWidth", Width);
}

static void addLayers(const GraphLayout &L, Columns &C) {
  std::vector<uint8_t> Kind;
  std::vector<uint32_t> Id, Layer, From, To, FromPort, ToPort;
  for (const LayoutItem &I : L.Items) {
    Kind.push_back(I.Kind);
    Id.push_back(I.Id);
    Layer.push_back(I.Layer);
  }
  for (const LayoutLine &Line : L.Lines) {
    From.push_back(Line.From);
    To.push_back(Line.To);
    FromPort.push_back(Line.FromPort);
    ToPort.push_back(Line.ToPort);
  }
  C.add("itemKind", Kind);
  C.add("itemId", Id);
  C.add("itemLayer", Layer);
  C.add("firstItem", L.FirstItem);
  C.add("lineFrom", From);
  C.add("lineTo", To);
  C.add("lineFromPort", FromPort);
  C.add("lineToPort", ToPort);
  C.add("firstLine", L.FirstLine);
}

void fx::addPicture(const GraphView &View, StringTable &Strings, Columns &C) {
  addEdges(View, C);
  addBlockFacts(View, Strings, C);
  addLayers(View.Layers, C);
  std::string Text;
  raw_string_ostream OS(Text);
  json::OStream J(OS);
  Strings.write(J);
  C.add("stringBytes",
        ArrayRef(reinterpret_cast<const uint8_t *>(Text.data()), Text.size()));
}

void fx::addSkeleton(const GraphView &View, Columns &C) {
  StringTable Strings;
  NodeColumns Nodes(Strings);
  for (const ViewNode &V : View.Nodes) {
    Nodes.addFacts(*V.N);
    Nodes.addBox(V);
  }
  Nodes.write(C);
  addPicture(View, Strings, C);
}

//===----------------------------------------------------------------------===//
// Arguments and metadata
//===----------------------------------------------------------------------===//

static std::string argumentText(const Argument &A, const Context &Ctx,
                                PrintFormat Format) {
  std::string Text;
  raw_string_ostream OS(Text);
  printArgument(A, Ctx, OS, Format);
  return Text;
}

struct NodeDetails::Impl {
  void addArgs(const Node &N);
  void addMeta(const Node &N);
  void writeMetas(json::OStream &J);

  StringTable Strings;
  /// Of each row.
  std::vector<std::vector<uint32_t>> Args, Kwargs;
  std::vector<uint32_t> Metas;
  /// Metadata by the number that rows have.
  DenseMap<std::pair<const Context *, uint32_t>, uint32_t> Index;
  std::vector<std::pair<const Context *, const MetaDict *>> Dicts;
};

NodeDetails::NodeDetails() : I(std::make_unique<Impl>()) {}
NodeDetails::~NodeDetails() = default;

/// Pairs of names and texts; by the names of parameters where those are known.
void NodeDetails::Impl::addArgs(const Node &N) {
  const Context &Ctx = N.context();
  std::vector<uint32_t> &Row = Args.emplace_back();
  auto Add = [&](StringRef Name, const Argument &A) {
    Row.push_back(Strings.add(Name));
    Row.push_back(Strings.add(argumentText(A, Ctx, PrintFormat::Native)));
  };
  std::vector<uint32_t> &Names = Kwargs.emplace_back();
  for (unsigned K = 0; K != N.numKwargs(); ++K)
    Names.push_back(Strings.add(N.kwargName(K).str()));
  std::optional<BoundCall> Call;
  if (N.op() == Opcode::CallFunction || N.op() == Opcode::CallMethod)
    Call = tryBindCall(N);
  if (Call) {
    for (unsigned P = 0; P != Call->size(); ++P)
      if (const Argument *Given = Call->given(P))
        Add(Call->schema().params()[P].Name, *Given);
    return;
  }
  for (unsigned A = 0; A != N.numArgs(); ++A)
    Add("", N.arg(A));
  for (unsigned K = 0; K != N.numKwargs(); ++K)
    Add(N.kwargName(K).str(), N.kwargValue(K));
}

void NodeDetails::Impl::addMeta(const Node &N) {
  uint32_t Id = N.hasMeta() ? N.meta().id() : 0;
  auto [It, New] = Index.try_emplace({&N.context(), Id}, Dicts.size());
  if (New)
    Dicts.push_back({&N.context(), N.hasMeta() ? &N.meta() : nullptr});
  Metas.push_back(It->second);
}

void NodeDetails::Impl::writeMetas(json::OStream &J) {
  auto Text = [&](const Context &Ctx, const Argument &A) {
    return Strings.add(A.isString() ? A.str().str()
                                    : argumentText(A, Ctx, PrintFormat::FX));
  };
  J.attributeArray("metas", [&] {
    for (auto [Ctx, Dict] : Dicts)
      J.array([&, Ctx = Ctx, Dict = Dict] {
        if (!Dict)
          return;
        for (const KwArg &Entry : Dict->entries()) {
          J.value(Strings.add(Entry.Name.str()));
          J.value(Text(*Ctx, Entry.Value));
        }
      });
  });
  J.attributeArray("tags", [&] {
    for (auto [Ctx, Dict] : Dicts)
      J.array([&, Ctx = Ctx, Dict = Dict] {
        const Argument *Tag = Dict ? Dict->lookup("tag") : nullptr;
        if (!Tag)
          return;
        if (!Tag->isSequence())
          return J.value(Text(*Ctx, *Tag));
        for (const Argument &Each : Tag->elements())
          J.value(Text(*Ctx, Each));
      });
  });
}

void NodeDetails::add(const Node &N) {
  I->addArgs(N);
  I->addMeta(N);
}

std::string NodeDetails::json() {
  std::string Text;
  raw_string_ostream OS(Text);
  json::OStream J(OS);
  auto Lists = [&](StringRef Name, ArrayRef<std::vector<uint32_t>> Rows) {
    J.attributeArray(Name, [&] {
      for (const std::vector<uint32_t> &Row : Rows)
        J.array([&] {
          for (uint32_t Value : Row)
            J.value(Value);
        });
    });
  };
  J.objectBegin();
  Lists("args", I->Args);
  Lists("kwargs", I->Kwargs);
  J.attributeArray("meta", [&] {
    for (uint32_t Meta : I->Metas)
      J.value(Meta);
  });
  I->writeMetas(J);
  J.attributeBegin("strings");
  I->Strings.write(J);
  J.attributeEnd();
  J.objectEnd();
  return Text;
}
