//===- Svg.cpp - Graphs as pictures ---------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Translate/Svg.h"
#include "GraphView.h"
#include "Picture.h"

using namespace fx;
using namespace llvm;

Error fx::writeSvg(ArrayRef<const GraphModule *> Modules, raw_ostream &OS,
                   const PictureOptions &Options) {
  Expected<GraphView> View = viewModels(Modules, Options);
  if (!View)
    return View.takeError();
  PictureTexts Texts;
  for (const ViewNode &V : View->Nodes) {
    PictureTexts::Box B;
    B.Class = toString(V.Kind);
    for (StringRef Line : V.lines())
      B.Lines.push_back(Line.str());
    std::string Tooltip = '%' + V.N->name() + ": " + toString(V.N->op()).str() +
                          ' ' + V.N->targetText().str();
    if (!V.Leaf.empty())
      Tooltip += " in " + V.Leaf;
    B.Tooltip = lineOfText(Tooltip, MaxPictureTooltip);
    B.Chip = chipText(*V.N);
    Texts.Boxes.push_back(std::move(B));
  }
  for (const ViewBlock &B : View->Blocks)
    Texts.Blocks.push_back({B.title(), B.contents(), B.IsGraph});
  drawPicture(View->Layers, View->Sizes, View->Open, Texts, OS);
  return Error::success();
}
