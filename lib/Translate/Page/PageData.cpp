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
#include "Picture/Picture.h"
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
  // What is known has been looked at.
  uint32_t Hash = Index.hash(Text);
  if (auto It = Index.find(Text, Hash); It != Index.end())
    return It->second;
  if (!json::isUTF8(Text))
    return add(json::fixUTF8(Text));
  auto It = Index.try_emplace_with_hash(Text, Hash, Order.size()).first;
  Order.push_back(It->first());
  return It->second;
}

/// As many as JavaScript says that \p Text, valid UTF-8, has.
static uint32_t numUTF16Units(StringRef Text) {
  uint32_t Units = 0;
  for (unsigned char C : Text)
    Units += ((C & 0xc0) != 0x80) + (C >= 0xf0);
  return Units;
}

void StringTable::write(Columns &C) const {
  std::string Bytes;
  std::vector<uint32_t> Units;
  Units.reserve(Order.size());
  for (StringRef Text : Order) {
    Bytes += Text;
    Units.push_back(numUTF16Units(Text));
  }
  C.add("stringUnits", Units);
  C.add("stringBytes", ArrayRef(reinterpret_cast<const uint8_t *>(Bytes.data()),
                                Bytes.size()));
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
  // A third of the page, and less to unpack for whoever opens it.
  std::vector<uint8_t> Groups(V.size() * 5);
  uint8_t *End = Groups.data();
  uint32_t Last = 0;
  for (uint32_t Value : V) {
    uint32_t By = Value - Last, Rest = By << 1 ^ (0 - (By >> 31));
    for (; Rest >= 0x80; Rest >>= 7)
      *End++ = uint8_t(Rest | 0x80);
    *End++ = uint8_t(Rest);
    Last = Value;
  }
  add(Name, "d32", Groups.data(), End - Groups.data(), 1);
  All.back().Count = V.size();
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
  /// Keys are the metadata of nodes that call no module.
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
  /// \name What many nodes share: the number of its string
  /// @{
  DenseMap<Symbol, uint32_t> Targets;
  DenseMap<const OpTarget *, uint32_t> Operators;
  /// @}
};

NodeColumns::NodeColumns(StringTable &Strings)
    : I(std::make_unique<Impl>(Strings)) {}
NodeColumns::~NodeColumns() = default;

void NodeColumns::addFacts(const Node &N) {
  StringTable &Strings = I->Strings;
  I->Op.push_back(uint8_t(N.op()));
  I->Name.push_back(Strings.add(N.name()));
  auto Shared = [&](auto &Known, auto Key, auto Text) {
    auto [It, New] = Known.try_emplace(Key);
    if (New)
      It->second = Strings.add(Text());
    return It->second;
  };
  I->Target.push_back(
      Shared(I->Targets, N.target(), [&] { return N.targetText(); }));
  const OpTarget *Known = N.opTarget();
  I->Operator.push_back(
      Known ? Shared(I->Operators, Known, [&] { return Known->op().name(); })
            : 0);
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

static void addLayers(const LayeredGraph &L, Columns &C) {
  std::vector<uint8_t> Kind;
  std::vector<uint32_t> Id, Layer, From, To, FromPort, ToPort;
  for (const LayerItem &I : L.Items) {
    Kind.push_back(I.Kind);
    Id.push_back(I.Id);
    Layer.push_back(I.Layer);
  }
  for (const LayerLine &Line : L.Lines) {
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
  Strings.write(C);
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

namespace {
/// Rows of some strings each.
struct StringRows {
  /// For each row, how many; and all of them.
  std::vector<uint32_t> Counts, Strings;

  void begin() { Counts.push_back(0); }
  void add(uint32_t String) {
    ++Counts.back();
    Strings.push_back(String);
  }
};
} // namespace

struct NodeDetails::Impl {
  void addArgs(const Node &N);
  void addMeta(const Node &N);
  void addMetas();

  StringTable Strings;
  /// Rows. Names of arguments are empty where parameters are not known.
  StringRows Args, Kwargs;
  std::vector<uint32_t> ArgNames;
  std::vector<uint32_t> Metas;
  /// Metadata by the number that rows have.
  DenseMap<std::pair<const Context *, uint32_t>, uint32_t> Index;
  std::vector<std::pair<const Context *, const MetaDict *>> Dicts;
  /// Rows for each dictionary.
  StringRows Values, Tags;
  std::vector<uint32_t> Keys;
  std::string Buffer;

  uint32_t addText(const Context &Ctx, const Argument &A, PrintFormat Format) {
    Buffer.clear();
    raw_string_ostream OS(Buffer);
    printArgument(A, Ctx, OS, Format);
    return Strings.add(Buffer);
  }
};

NodeDetails::NodeDetails() : I(std::make_unique<Impl>()) {}
NodeDetails::~NodeDetails() = default;

void NodeDetails::Impl::addArgs(const Node &N) {
  const Context &Ctx = N.context();
  Args.begin();
  Kwargs.begin();
  auto Add = [&](StringRef Name, const Argument &A) {
    ArgNames.push_back(Strings.add(Name));
    Args.add(addText(Ctx, A, PrintFormat::Native));
  };
  for (unsigned K = 0; K != N.numKwargs(); ++K)
    Kwargs.add(Strings.add(N.kwargName(K).str()));
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

void NodeDetails::Impl::addMetas() {
  for (auto [Ctx, Dict] : Dicts) {
    Values.begin();
    Tags.begin();
    if (!Dict)
      continue;
    auto Text = [&, Ctx = Ctx](const Argument &A) {
      return A.isString() ? Strings.add(A.str().str())
                          : addText(*Ctx, A, PrintFormat::FX);
    };
    for (const KwArg &Entry : Dict->entries()) {
      Keys.push_back(Strings.add(Entry.Name.str()));
      Values.add(Text(Entry.Value));
    }
    const Argument *Tag = Dict->lookup("tag");
    if (Tag && !Tag->isSequence())
      Tags.add(Text(*Tag));
    else if (Tag)
      for (const Argument &Each : Tag->elements())
        Tags.add(Text(Each));
  }
}

void NodeDetails::add(const Node &N) {
  I->addArgs(N);
  I->addMeta(N);
}

void NodeDetails::write(Columns &C) {
  I->addMetas();
  C.add("rowArgs", I->Args.Counts);
  C.add("argName", I->ArgNames);
  C.add("argText", I->Args.Strings);
  C.add("rowKwargs", I->Kwargs.Counts);
  C.add("kwargName", I->Kwargs.Strings);
  C.add("rowMeta", I->Metas);
  C.add("metaEntries", I->Values.Counts);
  C.add("entryKey", I->Keys);
  C.add("entryText", I->Values.Strings);
  C.add("metaTags", I->Tags.Counts);
  C.add("tagText", I->Tags.Strings);
  I->Strings.write(C);
}
