//===- Recording.h - What one run of a model was ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// One real run of a model: the layers that were called, the tensors that went
/// in and out of them, their parameters, and the operations of autograd in
/// between, each with its place in the hierarchy. Drawn at any depth. Made by
/// the recorder of libFXTorch (TorchBackend.h, fx/Torch/Recorder.h); this knows
/// nothing of LibTorch.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSLATE_RECORDING_H
#define FX_TRANSLATE_RECORDING_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace fx {

/// One run of a model.
struct Recording {
  enum class Kind : uint8_t {
    Context,   ///< Around everything; node 0 alone.
    Layer,     ///< A call of a module.
    Tensor,    ///< What goes in or out of a layer.
    Parameter, ///< A parameter of a layer.
    Operation, ///< A function of autograd, or a call that has none.
  };
  struct Node {
    Kind K = Kind::Tensor;
    /// Name of an attribute, `Input`, `Tensor-2`, `ReluBackward0`.
    std::string Name;
    /// Class of a layer, without its module (`Conv2d`).
    std::string Class;
    /// Layer and parameter: dotted path; operation: node of the graph.
    std::string Path;
    /// The context has -1, the model 0.
    int Depth = 0;
    uint32_t Parent = 0;
    /// Type of a tensor or parameter, `f32`, and its sizes.
    std::string Type;
    std::vector<int64_t> Sizes;
    /// Seconds from the start of the run, and how long forward and backward
    /// took; negative: not measured.
    double Start = -1, Forward = -1, Backward = -1;
  };
  struct Edge {
    uint32_t From, To;
    /// Seconds from the first edge on.
    double Time;
  };

  /// Parents before children; the first is the context.
  std::vector<Node> Nodes;
  /// In the order of the run, each once.
  std::vector<Edge> Edges;
  /// The nodes in the order in which the run met them: a tensor again when it
  /// crosses the border of a layer, a parameter again when an operation reads
  /// it. (torchrecorder: Recorder.nodes)
  std::vector<uint32_t> Events;

  /// What a drawing shows for a node: `conv`, and `(Conv2d)` in a second line.
  std::string label(uint32_t N) const;
};

/// `LayerNode`, `TensorNode`, ...
llvm::StringRef toString(Recording::Kind K);

/// What of a run is drawn.
struct RecordingDrawOptions {
  /// Deeper nodes are not drawn: its edges are those of the layer around it.
  /// Layers above this depth are frames, those at it are boxes.
  int Depth = 1;
  bool Parameters = true;
  /// Times as tooltips.
  bool Times = false;
};

/// Writes a digraph in Graphviz's language. The same recording gives the same
/// bytes. O(nodes + edges).
void writeRecordingDot(const Recording &R, llvm::raw_ostream &OS,
                       const RecordingDrawOptions &Options = {});

/// Writes the picture, in the layout of Svg.h. The same recording gives the
/// same bytes. Linear, but for the sorts of layers.
void writeRecordingSvg(const Recording &R, llvm::raw_ostream &OS,
                       const RecordingDrawOptions &Options = {});

/// Writes everything there is, as JSON.
void writeRecordingJSON(const Recording &R, llvm::raw_ostream &OS);

} // namespace fx

#endif // FX_TRANSLATE_RECORDING_H
