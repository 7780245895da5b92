//===- RecordingSvg.cpp - Pictures of runs --------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Picture/GraphView.h"
#include "Picture/Picture.h"
#include "RecordingDrawing.h"
#include "llvm/ADT/StringExtras.h"
#include <queue>

using namespace fx;
using namespace llvm;

using Kind = Recording::Kind;

/// The class of Viewer/svg.css that gives a box its color.
static StringRef classOf(Kind K) {
  switch (K) {
  case Kind::Tensor:
    return "tensor";
  case Kind::Parameter:
    return "parameter";
  case Kind::Operation:
    return "operation";
  default:
    return "layer";
  }
}

namespace {

class RecordingPicture {
public:
  RecordingPicture(const Recording &R, const RecordingDrawOptions &Options)
      : R(R), Drawing(R, Options), Edges(Drawing.edges()) {}

  void write(raw_ostream &OS);

private:
  std::vector<uint32_t> sortedBoxes() const;
  void addBlocks();
  void addBox(uint32_t N);

  const Recording &R;
  RecordingDrawing Drawing;
  std::vector<std::pair<uint32_t, uint32_t>> Edges;
  /// For each node of the recording, its block if it is a frame, its box
  /// otherwise.
  std::vector<uint32_t> Number;
  DrawingInput Input;
  PlacementSizes Sizes;
  PictureTexts Texts;
};

} // namespace

/// Boxes in an order in which edges go forward, the first in the recording
/// first. A layer that was called twice can be both before and after another
/// box: of those that wait for one another the first in the recording goes on.
std::vector<uint32_t> RecordingPicture::sortedBoxes() const {
  size_t Count = R.Nodes.size();
  std::vector<std::vector<uint32_t>> Below(Count);
  std::vector<uint32_t> Waits(Count);
  for (auto [From, To] : Edges) {
    Below[From].push_back(To);
    ++Waits[To];
  }
  std::priority_queue<uint32_t, std::vector<uint32_t>, std::greater<>> Ready;
  std::vector<bool> Done(Count);
  std::vector<uint32_t> Order;
  auto IsBox = [&](uint32_t N) {
    return Drawing.isDrawn(N) && !Drawing.isFrame(N);
  };
  for (uint32_t N = 1; N < Count; ++N)
    if (IsBox(N) && Waits[N] == 0)
      Ready.push(N);
  for (uint32_t Next = 1; Next < Count || !Ready.empty();) {
    uint32_t N = Next;
    if (!Ready.empty()) {
      N = Ready.top();
      Ready.pop();
    } else {
      ++Next;
    }
    if (Done[N] || !IsBox(N))
      continue;
    Done[N] = true;
    Order.push_back(N);
    for (uint32_t To : Below[N])
      if (--Waits[To] == 0)
        Ready.push(To);
  }
  return Order;
}

/// The title of a frame, or the lines of a box.
static SmallVector<std::string, 4> linesOf(StringRef Text) {
  SmallVector<std::string, 4> Lines;
  for (StringRef Line : split(Text, '\n'))
    Lines.push_back(lineOfText(Line, MaxPictureLine));
  return Lines;
}

void RecordingPicture::addBlocks() {
  Number.resize(R.Nodes.size());
  auto Add = [&](uint32_t Parent, StringRef Title) {
    Input.BlockParent.push_back(Parent);
    Texts.Blocks.push_back({Title.str(), "", false});
    Sizes.Titles.push_back(titleWidth(Title));
    Sizes.Blocks.push_back({titleWidth(Title), 0});
  };
  Add(0, "");
  Sizes.Titles[0] = 0;
  for (uint32_t N = 1; N < R.Nodes.size(); ++N)
    if (Drawing.isDrawn(N) && Drawing.isFrame(N)) {
      Number[N] = Input.BlockParent.size();
      Add(Number[R.Nodes[N].Parent], join(linesOf(R.label(N)), " "));
    }
}

void RecordingPicture::addBox(uint32_t N) {
  const Recording::Node &Of = R.Nodes[N];
  Number[N] = Input.BoxBlock.size();
  Input.BoxBlock.push_back(Number[Of.Parent]);
  PictureTexts::Box Box;
  Box.Class = classOf(Of.K);
  Box.Lines = linesOf(Drawing.text(N));
  SmallVector<std::string, 3> Tooltip;
  for (const std::string &Text :
       {lineOfText(Of.Path, MaxPictureTooltip), Of.Type, Drawing.times(N)})
    if (!Text.empty())
      Tooltip.push_back(Text);
  Box.Tooltip = join(Tooltip, "\n");
  Box.Chip = Box.Lines.front();
  Sizes.Boxes.push_back(
      boxSize(SmallVector<StringRef, 4>(Box.Lines.begin(), Box.Lines.end())));
  Sizes.Chips.push_back(chipWidth(Box.Chip));
  Texts.Boxes.push_back(std::move(Box));
}

void RecordingPicture::write(raw_ostream &OS) {
  addBlocks();
  for (uint32_t N : sortedBoxes())
    addBox(N);
  for (auto [From, To] : Edges)
    Input.Edges.push_back({Number[From], Number[To]});
  drawPicture(makeLayers(Input), Sizes,
              std::vector<bool>(Input.BlockParent.size(), true), Texts, OS);
}

void fx::writeRecordingSvg(const Recording &R, raw_ostream &OS,
                           const RecordingDrawOptions &Options) {
  RecordingPicture(R, Options).write(OS);
}
