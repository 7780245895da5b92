//===- RecordingDrawing.cpp - What drawings of runs show ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordingDrawing.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

using Kind = Recording::Kind;

/// What stands for \p N in the drawing; 0 if nothing does.
uint32_t RecordingDrawing::drawn(uint32_t N) const {
  if (R.Nodes[N].K == Kind::Parameter && !Options.Parameters)
    return 0;
  while (N != 0 && !isDrawn(N))
    N = R.Nodes[N].Parent;
  return N;
}

std::vector<std::pair<uint32_t, uint32_t>> RecordingDrawing::edges() const {
  std::vector<std::pair<uint32_t, uint32_t>> Edges;
  DenseSet<std::pair<uint32_t, uint32_t>> Seen;
  for (const Recording::Edge &E : R.Edges) {
    uint32_t From = drawn(E.From), To = drawn(E.To);
    // A frame is not an end of an edge: what it stands for is drawn in it.
    if (From == 0 || To == 0 || From == To || isFrame(From) || isFrame(To))
      continue;
    if (Seen.insert({From, To}).second)
      Edges.push_back({From, To});
  }
  return Edges;
}

static std::string sizesText(ArrayRef<int64_t> Sizes) {
  std::string Text = "[";
  for (size_t I = 0; I != Sizes.size(); ++I)
    Text += (I ? ", " : "") + std::to_string(Sizes[I]);
  return Text + "]";
}

std::string RecordingDrawing::text(uint32_t N) const {
  const Recording::Node &Of = R.Nodes[N];
  std::string Text = R.label(N);
  if (Of.K == Kind::Tensor || Of.K == Kind::Parameter)
    Text += "\n" + sizesText(Of.Sizes);
  return Text;
}

static void appendTime(std::string &Text, StringRef What, double Seconds) {
  if (Seconds < 0)
    return;
  raw_string_ostream OS(Text);
  OS << (Text.empty() ? "" : "\n") << What << ' '
     << format("%.3f", Seconds * 1e3) << " ms";
}

std::string RecordingDrawing::times(uint32_t N) const {
  std::string Text;
  if (Options.Times) {
    appendTime(Text, "forward", R.Nodes[N].Forward);
    appendTime(Text, "backward", R.Nodes[N].Backward);
  }
  return Text;
}
