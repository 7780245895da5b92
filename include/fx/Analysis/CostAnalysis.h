//===- CostAnalysis.h - Operations and bytes of a graph ---------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// What the types of values (`val`) say about work and memory, without running
/// anything. Symbolic sizes are those of the example that a program was
/// exported with. What is not known is NaN.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ANALYSIS_COSTANALYSIS_H
#define FX_ANALYSIS_COSTANALYSIS_H

#include "fx/Analysis/SymbolicMath.h"
#include "fx/IR/EffectCache.h"
#include "fx/IR/TensorType.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <string>
#include <vector>

namespace fx {

class Graph;
class GraphModule;
class Node;

/// Sums over all calls of a module and of the graphs that it calls.
struct CostSummary {
  /// As CostAnalysis::flops has them.
  double FLOPs = 0;
  /// Calls that are counted in FLOPs.
  uint64_t Counted = 0;
  /// What is read and written: of each call its operands and its value.
  double Bytes = 0;
  /// The most bytes that values of calls have at one time, in the order of the
  /// graph, those in graphs that it calls included; what is handed in and
  /// state are left out.
  double PeakBytes = 0;
  /// Operators whose operations are not known, with their calls.
  std::map<std::string, uint64_t> Unknown;
  /// Calls whose value has a type, and those where nothing is known.
  uint64_t Typed = 0, Untyped = 0;
};

/// What the nodes of a graph cost; see the head of this file.
class CostAnalysis {
public:
  explicit CostAnalysis(const GraphModule &M);

  /// The floating-point operations of products of matrices, convolutions and
  /// attention in \p N: a multiplication and an addition are two. The same as
  /// torch.utils.flop_counter counts, and of products with vectors too. 0 for
  /// other operators; NaN where they are not known: custom operators, recurrent
  /// layers, missing types. For a call of a module those of what its class
  /// computes, NaN for classes that are not known.
  double flops(const Node &N);
  /// What call \p N reads and writes: its operands and its value. 0 for a view
  /// that moves nothing, and where the type of the value is not known.
  double bytesMoved(const Node &N);
  /// The bytes of a value: of a tensor, or of all tensors of a sequence.
  double bytes(const Argument &Val);
  /// The bytes of the value of each node of a graph, in its order. What shares
  /// the memory of an operand has none.
  std::vector<double> valueBytes(llvm::ArrayRef<const Node *> Nodes);
  /// The bytes of all values that are needed later when a node has run.
  /// \p Nodes is a whole graph, \p Bytes what valueBytes() gives for it. Values
  /// that come from outside, such as parameters, live all the time.
  static std::vector<double> liveBytes(llvm::ArrayRef<const Node *> Nodes,
                                       llvm::ArrayRef<double> Bytes);
  /// The sums of the module as it was at the first call: make another analysis
  /// after an edit. O(nodes of all graphs that are called).
  CostSummary summary();

  /// What one call costs.
  struct CallCost {
    double FLOPs = 0;
    double Bytes = 0; ///< As bytesMoved() has them.
    double Alive = 0; ///< The bytes of values of calls that are needed then.
  };
  /// Calls \p Fn for each call that summary() sums up, in the order in which
  /// they run. Stops after some millions, which graphs that call graphs can
  /// reach.
  void
  forEachCall(llvm::function_ref<void(const Node &N, const CallCost &Cost)> Fn);

private:
  double size(const Argument &Size);
  double elements(const TensorType &T);
  double productFlops(const Node &N, const Argument &Left);
  double convolutionFlops(const Node &N, const Argument &Input,
                          const Argument &Weight, bool IsTransposed);
  double attentionFlops(const Argument &Query, const Argument &Key,
                        const Argument &Value);
  double einsumFlops(const Argument &Equation,
                     llvm::ArrayRef<Argument> Operands);
  double moduleFlops(const Node &N);
  /// Bytes of the values of calls that are alive after each node.
  std::vector<double> aliveAfter(llvm::ArrayRef<const Node *> Nodes);
  CostSummary summary(const Graph &G, unsigned Depth);
  void visitCalls(const Graph &G, unsigned Depth, double AliveOutside,
                  uint64_t &Budget,
                  llvm::function_ref<void(const Node &, const CallCost &)> Fn);

  const GraphModule &M;
  SymbolicMath Math;
  EffectCache Effects;
  /// How many calls of modules flops() looks into.
  unsigned Level = 0;
  /// Costs of graphs that are called.
  std::map<const Graph *, CostSummary> Summaries;
};

} // namespace fx

#endif // FX_ANALYSIS_COSTANALYSIS_H
