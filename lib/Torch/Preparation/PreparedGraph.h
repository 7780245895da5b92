//===- PreparedGraph.h - A graph and its state while prepared ---*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the steps of preparation share: the graph, its state as tensors, and
// questions about nodes.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_PREPARATION_PREPAREDGRAPH_H
#define FX_LIB_TORCH_PREPARATION_PREPAREDGRAPH_H

#include "Weights/TensorStore.h"
#include "fx/IR/TensorType.h"
#include "fx/Transforms/StateEditor.h"

namespace fx::torch_impl {

class PreparedGraph {
public:
  PreparedGraph(GraphModule &M, TensorStore &Store)
      : G(M.graph()), Store(Store), State(M) {}

  Graph &graph() { return G; }
  /// Whether \p N, which may be null, is state that nothing writes.
  bool isConstant(const Node *N) {
    return N && !StateEditor::pathOf(*N).empty() && State.isConstant(*N);
  }
  /// The tensor of state; an undefined one if it is not strided float32 on the
  /// CPU. Errors: those of TensorStore::tensor.
  llvm::Expected<at::Tensor> floats(const Node *N);
  /// Gives the memory of \p N back, state that floats() had a tensor for and
  /// that is needed in another form only.
  void dropPages(const Node *N);
  /// A node at the insertion point whose value is \p T.
  Node *addTensor(at::Tensor T);

private:
  Graph &G;
  TensorStore &Store;
  StateEditor State;
  unsigned NumTensors = 0;
};

/// The name of the ATen operator that \p N calls an overload of, or nothing.
llvm::StringRef operatorOf(const Node *N);
/// Whether \p N, which may be null, has a strided tensor of float32 on the CPU,
/// with \p Rank dimensions if that is not 0.
bool isFloat32(const Node *N, size_t Rank = 0);
/// Whether the strides of \p Type are known to be those of a tensor that is
/// contiguous.
bool hasContiguousStrides(const TensorType &Type);

/// Makes products of linear layers and a constant for each feature linear
/// layers. Errors: those of PreparedGraph::floats.
llvm::Error foldScales(PreparedGraph &P);

/// Computes activations of linear layers in the memory of these.
void activateInPlace(Graph &G);

/// Replaces small operators that follow each other by calls that compute them
/// all (KernelChain.h). Errors: those of PreparedGraph::floats. May throw what
/// LibTorch throws.
llvm::Error chainSmallOperators(PreparedGraph &P);

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_PREPARATION_PREPAREDGRAPH_H
