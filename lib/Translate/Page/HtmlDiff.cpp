//===- HtmlDiff.cpp - Two models side by side -----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HtmlPage.h"
#include "Picture/NodeText.h"
#include "fx/Translate/ModelDiff.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

namespace {

constexpr uint32_t None = ~0u;

/// How a node is marked; Viewer/compare.js has the same.
enum Mark : uint8_t { Same, OneSided, Changed, Moved };

using NodeNumbers = DenseMap<const Node *, uint32_t>;

} // namespace

static std::string valid(StringRef Text) {
  return json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text);
}

/// Whether the page shows \p C. Parameters have no boxes; the numbers of the
/// whole say how many came and went.
static bool isShown(const NodeDifference &C) {
  return !C.isMinor() && ((C.Before && C.After) || !isState(C.node()));
}

static std::vector<uint8_t> marksOf(const GraphView &View,
                                    ArrayRef<ModelDiff> Diffs) {
  DenseMap<const Node *, Mark> Marks;
  for (const ModelDiff &D : Diffs)
    for (const GraphDiff &G : D.Graphs)
      for (const NodeDifference &C : G.Changes) {
        if (!isShown(C))
          continue;
        bool IsPair = C.Before && C.After;
        bool OnlyMoved = C.Moved && all_of(C.Facts, [](const FactChange &F) {
                           return F.isMinor();
                         });
        Mark M = !IsPair ? OneSided : OnlyMoved ? Moved : Changed;
        for (const Node *N : {C.Before, C.After})
          if (N)
            Marks[N] = M;
      }
  std::vector<uint8_t> Column;
  for (const ViewNode &V : View.Nodes)
    Column.push_back(Marks.lookup(V.N));
  return Column;
}

static NodeNumbers numbersOf(const GraphView &View) {
  NodeNumbers Numbers;
  for (auto [I, V] : enumerate(View.Nodes))
    Numbers[V.N] = I;
  return Numbers;
}

/// The number on the other side of what each node is paired with.
static std::vector<uint32_t> partnersOf(const NodeNumbers &Ours,
                                        const NodeNumbers &Others,
                                        ArrayRef<ModelDiff> Diffs,
                                        const Graph *GraphDiff::*Side) {
  std::vector<uint32_t> Column(Ours.size(), None);
  for (const ModelDiff &D : Diffs)
    for (const GraphDiff &G : D.Graphs) {
      if (!G.Before || !G.After)
        continue;
      for (const Node *N : (G.*Side)->nodes())
        if (const Node *Partner = G.Pairs.partner(*N)) {
          auto It = Ours.find(N);
          auto Other = Others.find(Partner);
          if (It != Ours.end() && Other != Others.end())
            Column[It->second] = Other->second;
        }
    }
  return Column;
}

static void writeChange(json::OStream &J, const NodeDifference &C,
                        const NodeNumbers &Before, const NodeNumbers &After) {
  auto Number = [](const Node *N, const NodeNumbers &Numbers) {
    auto It = N ? Numbers.find(N) : Numbers.end();
    return It == Numbers.end() ? int64_t(-1) : int64_t(It->second);
  };
  J.object([&] {
    J.attribute("a", Number(C.Before, Before));
    J.attribute("b", Number(C.After, After));
    J.attribute("moved", C.Moved);
    J.attributeArray("facts", [&] {
      for (const FactChange &F : C.Facts)
        if (!F.isMinor())
          J.array([&] {
            J.value(valid(F.Name));
            J.value(valid(F.Before));
            J.value(valid(F.After));
          });
    });
  });
}

Error fx::writeDiffHtml(ArrayRef<const GraphModule *> Before,
                        ArrayRef<const GraphModule *> After,
                        ArrayRef<ModelDiff> Diffs, raw_ostream &OS,
                        const DiffTextOptions &Options) {
  auto NameOf = [](StringRef Path) {
    StringRef Name = sys::path::filename(Path);
    return Name == "-" || Name.empty() ? "model" : Name.str();
  };
  // Columns of a side name nodes of the other one.
  NodeNumbers Numbers[2];
  for (bool IsAfter : {false, true}) {
    Expected<GraphView> View = viewModels(IsAfter ? After : Before, {});
    if (!View)
      return View.takeError();
    Numbers[IsAfter] = numbersOf(*View);
  }
  std::vector<PageSide> Sides;
  for (bool IsAfter : {false, true}) {
    PageOptions Page;
    Page.Title = NameOf(IsAfter ? Options.After : Options.Before);
    if (!Diffs.empty() && Diffs.front().Values) {
      Overlay O = errorOverlay(*Diffs.front().Values, IsAfter);
      if (!O.Values.empty())
        Page.Overlays.push_back(std::move(O));
    }
    Expected<PageSide> Side = makePageSide(
        IsAfter ? After : Before, Page, [&](const GraphView &View, Columns &C) {
          C.add("mark", marksOf(View, Diffs));
          C.add("partner",
                partnersOf(Numbers[IsAfter], Numbers[!IsAfter], Diffs,
                           IsAfter ? &GraphDiff::After : &GraphDiff::Before));
        });
    if (!Side)
      return Side.takeError();
    Sides.push_back(std::move(*Side));
  }
  std::string Head, Comparison;
  raw_string_ostream HeadStream(Head);
  DiffTextOptions HeadOptions = Options;
  HeadOptions.HeadOnly = true;
  HeadOptions.Colors = false;
  HeadOptions.Before = NameOf(Options.Before);
  HeadOptions.After = NameOf(Options.After);
  for (const ModelDiff &D : Diffs)
    printModelDiff(D, HeadStream, HeadOptions);
  raw_string_ostream Stream(Comparison);
  json::OStream J(Stream);
  J.object([&] {
    J.attribute("head", valid(Head));
    J.attributeArray("differences", [&] {
      for (const ModelDiff &D : Diffs)
        for (const GraphDiff &G : D.Graphs)
          for (const NodeDifference &C : G.Changes)
            if (isShown(C))
              writeChange(J, C, Numbers[0], Numbers[1]);
    });
  });
  writePage(OS, NameOf(Options.Before) + " -> " + NameOf(Options.After), Sides,
            {"fx-compare", Comparison});
  return Error::success();
}
