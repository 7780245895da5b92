//===- RunRecorder.h - Recording one run of a model -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_RECORDING_RUNRECORDER_H
#define FX_LIB_TORCH_RECORDING_RUNRECORDER_H

#include "OperationTimes.h"
#include "fx/Analysis/ModuleStack.h"
#include "fx/Torch/Recorder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include <ATen/core/Tensor.h>
#include <torch/csrc/autograd/function.h>

namespace fx::torch_impl {

/// Which layers the nodes of a graph belong to, known before it runs.
class LayerPlan {
public:
  explicit LayerPlan(GraphModule &M);

  struct Layer {
    std::string Path, Class;
    uint32_t Parent; ///< Index of a layer; of the model itself its own.
    unsigned Depth;
  };
  /// The model first; parents before children, in the order of their calls.
  const std::vector<Layer> &layers() const { return Layers; }

  /// One call of a layer: the nodes from First to Last.
  struct Call {
    uint32_t Layer;
    unsigned First, Last;
    /// What it takes from outside, and what others take from it.
    std::vector<Node *> Inputs, Outputs;
  };
  const std::vector<Call> &calls() const { return Calls; }
  /// The calls around \p N, outermost first, without the model; none for nodes
  /// that are not calls.
  llvm::ArrayRef<uint32_t> callsAround(const Node &N) const;

private:
  struct Entry {
    std::string Key, Path, Class;
  };
  using Stack = std::vector<Entry>;
  std::optional<Stack> stackOf(const Node &N) const;
  static void inferStacks(std::vector<std::optional<Stack>> &Stacks);
  uint32_t layerOf(const Entry &E, uint32_t Parent);
  void findBorders();

  GraphModule &M;
  std::vector<Layer> Layers;
  llvm::StringMap<uint32_t> LayerIndex;
  std::vector<Call> Calls;
  std::vector<Node *> Steps;
  llvm::DenseMap<const Node *, unsigned> StepOf;
  std::vector<std::vector<uint32_t>> Around;
};

/// Paths of the parameters of \p M, by the module that has them.
llvm::StringMap<std::vector<std::string>> parametersOf(GraphModule &M);

/// Paths of the tensors that modules have by their class alone.
std::vector<std::string> tensorsOfClasses(GraphModule &M);

/// What made a tensor: a function of autograd, or a node of the graph.
struct TensorSource {
  torch::autograd::Node *Function = nullptr;
  uint32_t Result = 0;
  const Node *Call = nullptr;
};

class RunRecorder {
public:
  RunRecorder(Interpreter &I, const RecorderOptions &Options);

  llvm::Error prepare();
  void before(const Node &N);
  void after(const Node &N, const c10::IValue &Value);
  void finish(const c10::IValue &Output);
  /// Runs backward.
  void differentiate(const c10::IValue &Output);
  Recording take() &&;
  OperationTimes &times() { return Times; }

private:
  using TensorKey = std::pair<const void *, uint64_t>;
  uint32_t add(Recording::Kind K, std::string Name, uint32_t Parent, int Depth);
  uint32_t addTensor(const at::Tensor &T, uint32_t Parent, int Depth,
                     std::string Name = {});
  uint32_t addParameter(llvm::StringRef Path, const at::Tensor &T,
                        uint32_t Layer);
  std::string numbered(llvm::StringRef Class);
  void event(uint32_t N) { R.Events.push_back(N); }
  void edge(uint32_t From, uint32_t To);

  void beginModel();
  void enter(uint32_t Layer, llvm::ArrayRef<at::Tensor> Inputs);
  void leave(uint32_t Layer, llvm::ArrayRef<at::Tensor> Outputs);
  std::vector<at::Tensor> valuesOf(llvm::ArrayRef<Node *> Nodes) const;
  static TensorKey keyOf(const at::Tensor &T);
  uint32_t find(const at::Tensor &T) const;

  TensorSource sourceOf(const at::Tensor &T) const;
  /// The node of what \p S is if it was met, or 0.
  uint32_t known(const TensorSource &S);
  uint32_t create(const TensorSource &S, uint32_t Layer);
  void inputsOf(const TensorSource &S, std::vector<TensorSource> &Sources,
                std::vector<at::Tensor> &Tensors) const;
  /// Records \p S and all that led to it, down to what was met already.
  uint32_t walk(const TensorSource &S, uint32_t Layer);
  /// The node whose call made the function with that number, and the first of
  /// its numbers.
  std::pair<uint64_t, const Node *> callOf(uint64_t Sequence) const;
  bool hasOpenEdge(uint64_t First, const Node &Call) const;

  Interpreter &I;
  GraphModule &M;
  RecorderOptions Options;
  LayerPlan Plan;
  Recording R;
  OperationTimes Times;
  llvm::StringMap<std::vector<std::string>> Parameters;
  std::vector<at::Tensor> Differentiable;

  /// Places in R.Nodes by layer.
  std::vector<uint32_t> LayerNodes;
  llvm::DenseMap<TensorKey, uint32_t> Tensors;
  llvm::DenseMap<const void *, uint32_t> ParameterNodes;
  llvm::DenseMap<std::pair<const void *, uint32_t>, uint32_t> Borders;
  llvm::DenseMap<const void *, uint32_t> Functions;
  llvm::DenseSet<const void *> Accumulators;
  llvm::DenseMap<const Node *, uint32_t> CallNodes;
  llvm::StringMap<unsigned> Counts;
  llvm::DenseSet<std::pair<uint32_t, uint32_t>> KnownEdges;

  /// Everything is kept, so that no address is used twice.
  llvm::DenseMap<const Node *, c10::IValue> Values;
  llvm::DenseMap<TensorKey, const Node *> Producers;
  std::vector<at::Tensor> Alive;
  /// First sequence number of what each node called.
  std::vector<std::pair<uint64_t, const Node *>> Sequences;
  llvm::SmallVector<uint32_t, 8> OpenCalls;
  bool Begun = false;
  double FirstEdge = -1, NodeStart = 0;
};

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_RECORDING_RUNRECORDER_H
