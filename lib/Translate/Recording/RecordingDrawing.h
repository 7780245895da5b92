//===- RecordingDrawing.h - What drawings of runs show ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSLATE_RECORDINGDRAWING_H
#define FX_LIB_TRANSLATE_RECORDINGDRAWING_H

#include "fx/Translate/Recording.h"

namespace fx {

/// What is drawn of a recording at some depth: layers above that depth are
/// frames, and all else that is not deeper are boxes.
class RecordingDrawing {
public:
  RecordingDrawing(const Recording &R, const RecordingDrawOptions &Options)
      : R(R), Options(Options) {}

  /// Whether \p N is a frame or a box.
  bool isDrawn(uint32_t N) const {
    const Recording::Node &Of = R.Nodes[N];
    return N != 0 && Of.Depth <= Options.Depth &&
           (Options.Parameters || Of.K != Recording::Kind::Parameter);
  }
  bool isFrame(uint32_t N) const {
    return R.Nodes[N].K == Recording::Kind::Layer &&
           R.Nodes[N].Depth < Options.Depth;
  }
  /// Edges between boxes, each once, in the order of the run. O(edges) times
  /// the depth of layers.
  std::vector<std::pair<uint32_t, uint32_t>> edges() const;
  /// What the box \p N says: its label, and the sizes of a tensor.
  std::string text(uint32_t N) const;
  /// How long \p N took; empty if that is not known or not asked for.
  std::string times(uint32_t N) const;

private:
  uint32_t drawn(uint32_t N) const;

  const Recording &R;
  const RecordingDrawOptions &Options;
};

} // namespace fx

#endif // FX_LIB_TRANSLATE_RECORDINGDRAWING_H
