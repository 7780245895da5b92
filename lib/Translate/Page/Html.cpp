//===- Html.cpp - Graphs as a page to look at -----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All text of the model is packed and in base64, so nothing of it is markup.
// The policy of the page names the one script and the one style by their
// hashes, and allows nothing else.
//
//===----------------------------------------------------------------------===//

#include "fx/Translate/Html.h"
#include "HtmlPage.h"
#include "ValueText.h"
#include "fx/Analysis/CostAnalysis.h"
#include "fx/IR/Module.h"
#include "fx/IR/TensorType.h"
#include "fx/Translate/ViewerFiles.inc"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <deque>

using namespace fx;
using namespace llvm;

namespace {
/// Numbers of an overlay, by node of the view.
struct OverlayColumn {
  Overlay O;
  std::vector<double> Values;
  /// Names that no node has.
  size_t Missing = 0;
};
} // namespace

/// What the types of values say, graph by graph.
static std::vector<OverlayColumn>
typeOverlays(const GraphView &View, ArrayRef<const GraphModule *> Modules) {
  MapVector<const Graph *, std::vector<uint32_t>> Graphs;
  for (uint32_t I = 0; I != View.Nodes.size(); ++I)
    Graphs[&View.Nodes[I].N->graph()].push_back(I);
  OverlayColumn Bytes, Live, FLOPs;
  Bytes.O.Name = "bytes";
  Live.O.Name = "live bytes";
  Live.O.Combine = Overlay::Max;
  Bytes.O.Unit = Live.O.Unit = "B";
  FLOPs.O.Name = "FLOPs";
  Bytes.O.IsLog = FLOPs.O.IsLog = true;
  FLOPs.Values.resize(View.Nodes.size(), NAN);
  Bytes.Values.resize(View.Nodes.size(), NAN);
  Live.Values.resize(View.Nodes.size(), NAN);
  bool IsKnown = false, Computes = false;
  // The symbols of a graph are those of its module.
  std::deque<CostAnalysis> Analyses;
  DenseMap<const Graph *, CostAnalysis *> AnalysisOf;
  for (const GraphModule *M : Modules) {
    Analyses.emplace_back(*M);
    M->root().walk([&](const Module &Sub, StringRef) {
      AnalysisOf[Sub.graph()] = &Analyses.back();
    });
  }
  for (const auto &[G, Numbers] : Graphs) {
    CostAnalysis &Costs = *AnalysisOf.at(G);
    std::vector<const Node *> Nodes;
    for (uint32_t I : Numbers)
      Nodes.push_back(View.Nodes[I].N);
    std::vector<double> Sizes = Costs.valueBytes(Nodes);
    std::vector<double> Living = CostAnalysis::liveBytes(Nodes, Sizes);
    for (auto [I, Size, Alive] : zip(Numbers, Sizes, Living)) {
      Bytes.Values[I] = Size;
      Live.Values[I] = Alive;
      IsKnown |= !std::isnan(Size);
      FLOPs.Values[I] = Costs.flops(*View.Nodes[I].N);
      Computes |= FLOPs.Values[I] > 0;
    }
  }
  std::vector<OverlayColumn> Columns;
  if (IsKnown)
    Columns = {std::move(Bytes), std::move(Live)};
  if (Computes)
    Columns.push_back(std::move(FLOPs));
  return Columns;
}

/// What nodes are, in words: type, device and tag, where not all are the same.
static std::vector<OverlayColumn> wordOverlays(const GraphView &View) {
  std::vector<OverlayColumn> Columns;
  auto Add = [&](StringRef Name, function_ref<std::string(const Node &)> Word) {
    OverlayColumn Column;
    Column.O.Name = Name.str();
    StringMap<size_t> Numbers;
    for (const ViewNode &V : View.Nodes) {
      std::string Text = Word(*V.N);
      if (!Text.empty() && Numbers.try_emplace(Text, Numbers.size()).second)
        Column.O.Categories.push_back(Text);
      Column.Values.push_back(Text.empty() ? NAN : double(Numbers[Text]));
    }
    if (Numbers.size() > 1 || (Numbers.size() == 1 && Name == "tag"))
      Columns.push_back(std::move(Column));
  };
  Add("dtype", [](const Node &N) {
    TensorType Type = N.tensorType();
    return Type ? shortName(Type.dtype()).str() : std::string();
  });
  Add("device", [](const Node &N) {
    TensorType Type = N.tensorType();
    return Type && Type.device().kind() == ArgKind::Device
               ? Type.device().str().str()
               : std::string();
  });
  Add("tag", [](const Node &N) {
    const Argument *Tag = N.meta("tag");
    return Tag && Tag->kind() == ArgKind::String ? Tag->str().str()
                                                 : std::string();
  });
  return Columns;
}

/// The numbers of \p O at the nodes of that name.
static Expected<OverlayColumn> fileOverlay(const GraphView &View,
                                           const Overlay &O) {
  OverlayColumn Result = {O, std::vector<double>(View.Nodes.size(), NAN), 0};
  StringMap<bool> Found;
  for (auto [V, Value] : zip(View.Nodes, Result.Values)) {
    std::string Name = V.N->name();
    auto It = O.Values.find(Name);
    if (It == O.Values.end())
      continue;
    Value = It->second;
    Found[Name] = true;
  }
  Result.Missing = O.Values.size() - Found.size();
  if (Found.empty())
    return createStringError("the overlay '" + O.Name + "' names " +
                             counted(O.Values.size(), "node") +
                             ", none of which is in the model");
  return Result;
}

static void text(json::OStream &J, StringRef Key, StringRef Text) {
  J.attribute(Key, json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text));
}

static void writeIndex(const PageOptions &Options, const Columns &C,
                       const Columns &Details, ArrayRef<OverlayColumn> Overlays,
                       json::OStream &J) {
  static constexpr StringLiteral Combines[] = {"sum", "max", "mean"};
  J.objectBegin();
  J.attribute("format", "fx-view");
  J.attribute("version", 1);
  text(J, "title", Options.Title);
  J.attributeArray("overlays", [&] {
    for (auto [I, Column] : enumerate(Overlays))
      J.object([&, I = I] {
        const Overlay &O = Overlays[I].O;
        text(J, "name", O.Name);
        text(J, "unit", O.Unit);
        J.attribute("combine", Combines[O.Combine]);
        J.attribute("scale", !O.Categories.empty() ? "category"
                             : O.IsLog             ? "log"
                                                   : "linear");
        if (!O.Categories.empty())
          J.attributeArray("categories", [&] {
            for (const std::string &Word : O.Categories)
              J.value(json::isUTF8(Word) ? Word : json::fixUTF8(Word));
          });
        J.attribute("column", "overlay" + std::to_string(I));
        J.attribute("missing", int64_t(Overlays[I].Missing));
        // What someone asks for is shown at first.
        if (I >= Overlays.size() - Options.Overlays.size())
          J.attribute("given", true);
        J.attributeObject("text", [&] {
          for (const auto &[Node, Text] : O.Texts)
            text(J, json::isUTF8(Node) ? Node : json::fixUTF8(Node), Text);
        });
      });
  });
  J.attributeBegin("columns");
  C.write(J);
  J.attributeEnd();
  J.attributeBegin("details");
  Details.write(J);
  J.attributeEnd();
  J.objectEnd();
}

std::string fx::pageIndex(const PageOptions &Options, const Columns &C,
                          const Columns &Details) {
  std::string Text;
  raw_string_ostream OS(Text);
  json::OStream J(OS);
  writeIndex(Options, C, Details, {}, J);
  return Text;
}

/// Hash of a script or a style, as a policy names it.
static std::string policyHash(StringRef Text) {
  SHA256 Hash;
  Hash.update(Text);
  std::array<uint8_t, 32> Bytes = Hash.final();
  return "'sha256-" + encodeBase64(Bytes) + "'";
}

static std::string markup(StringRef Text) {
  std::string Result;
  for (char C : lineOfText(Text)) {
    if (C == '&')
      Result += "&amp;";
    else if (C == '<')
      Result += "&lt;";
    else
      Result += C;
  }
  return Result;
}

static std::string script() {
  std::string Text = "\n(() => {\n'use strict';\n";
  for (StringRef File :
       {StringRef(model_js), StringRef(place_js), StringRef(selector_js),
        StringRef(scene_js), StringRef(paint_js), StringRef(minimap_js),
        StringRef(overlay_js), StringRef(picture_js), StringRef(outline_js),
        StringRef(details_js), StringRef(compare_js), StringRef(filmmodel_js),
        StringRef(film_js), StringRef(steps_js), StringRef(main_js)})
    Text += File;
  return Text + "})();\n";
}

Expected<PageSide>
fx::makePageSide(ArrayRef<const GraphModule *> Modules,
                 const PageOptions &Options,
                 function_ref<void(const GraphView &, Columns &)> AddColumns) {
  Expected<GraphView> View = viewModels(Modules, Options.Picture);
  if (!View)
    return View.takeError();
  std::vector<OverlayColumn> Overlays = typeOverlays(*View, Modules);
  for (OverlayColumn &O : wordOverlays(*View))
    Overlays.push_back(std::move(O));
  for (const Overlay &O : Options.Overlays) {
    Expected<OverlayColumn> Column = fileOverlay(*View, O);
    if (!Column)
      return Column.takeError();
    Overlays.push_back(std::move(*Column));
  }
  Columns C;
  for (auto [I, O] : enumerate(Overlays))
    C.add("overlay" + std::to_string(I), O.Values);
  addSkeleton(*View, C);
  if (AddColumns)
    AddColumns(*View, C);
  NodeDetails Details;
  for (const ViewNode &V : View->Nodes)
    Details.add(*V.N);
  Columns DetailColumns;
  Details.write(DetailColumns);
  PageSide Side;
  raw_string_ostream IndexStream(Side.Index);
  json::OStream J(IndexStream);
  writeIndex(Options, C, DetailColumns, Overlays, J);
  Side.Data = packed(C.bytes());
  Side.Details = packed(DetailColumns.bytes());
  Side.Contents = counted(View->Nodes.size(), "node") + " in " +
                  counted(View->Blocks.size() - 1, "module");
  return Side;
}

void fx::writePage(raw_ostream &OS, StringRef Title, ArrayRef<PageSide> Sides,
                   PageExtra Extra) {
  std::string Style = std::string("\n") + picture_css + page_css;
  std::string Script = script();
  OS << "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta "
        "charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
        "'none'; base-uri 'none'; form-action 'none'; script-src "
     << policyHash(Script) << "; style-src " << policyHash(Style)
     << "\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>"
     << markup(Title) << "</title>\n<style>" << Style
     << "</style>\n</head>\n<body>\n"
     << page_html << "<noscript>";
  for (const PageSide &Side : Sides)
    OS << Side.Contents << ". ";
  OS << "The page needs a browser that runs its script; fx-translate "
        "--to=svg "
        "writes a picture without one.</noscript>\n";
  for (auto [I, Side] : enumerate(Sides)) {
    StringRef Suffix = I ? "-b" : "";
    OS << "<script type=\"application/json\" id=\"fx-index" << Suffix << "\">";
    // The end of the script cannot be in it.
    for (char Char : Side.Index) {
      if (Char == '<')
        OS << "\\u003c";
      else
        OS << Char;
    }
    OS << "</script>\n<script type=\"text/plain\" id=\"fx-data" << Suffix
       << "\">" << Side.Data
       << "</script>\n<script type=\"text/plain\" id=\"fx-text" << Suffix
       << "\">" << Side.Details << "</script>\n";
  }
  if (!Extra.Id.empty())
    OS << "<script type=\"text/plain\" id=\"" << Extra.Id << "\">"
       << packed(Extra.JSON) << "</script>\n";
  OS << "<script>" << Script << "</script>\n</body>\n</html>\n";
}

Error fx::writeHtml(ArrayRef<const GraphModule *> Modules, raw_ostream &OS,
                    const PageOptions &Options) {
  Expected<PageSide> Side = makePageSide(Modules, Options);
  if (!Side)
    return Side.takeError();
  writePage(OS, Options.Title, *Side);
  return Error::success();
}
