//===- ValueInference.h - Values of nodes from their operands ---*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// What PyTorch's fake tensors compute, without PyTorch: the `val` of a node
/// (dtype, sizes, strides, device, also symbolic) from those of its operands
/// (torch.export: node.meta["val"]). The table (include/fx/IR/ValueRules.td)
/// says which rule an operator has; a rule is a function of the call,
/// registered here under a name.
///
/// Inferred tensors never require a gradient, and results that are not views
/// begin at offset 0 of their storage.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ANALYSIS_VALUEINFERENCE_H
#define FX_ANALYSIS_VALUEINFERENCE_H

#include "fx/Analysis/SymbolicMath.h"
#include "fx/IR/Graph.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace fx {

class GraphModule;
class OpInfo;
class ValueCall;

/// Computes the value of a call; None together with ValueCall::fail where that
/// is impossible.
using ValueRuleFn = Argument (*)(ValueCall &);

/// The rule of that name, or null.
ValueRuleFn lookupValueRule(llvm::StringRef Name);

/// Adds a rule, for the operators of a plugin whose td file has
/// `def : ValueRule<"name", [...]>`. \p Name must live as long as the process.
/// Do this before the first Context is made. False if there is one of that
/// name.
bool registerValueRule(llvm::StringRef Name, ValueRuleFn Rule);

/// Infers values of the nodes of one graph.
class ValueInference {
public:
  /// \p G is the graph of a module of \p M, or M is null: then symbolic texts
  /// stand for themselves, and calls of nested graphs have no value.
  ValueInference(const Graph &G, const GraphModule *M);
  ~ValueInference();

  /// The `val` of \p N, whose operands have one: a TensorType, a number or
  /// SymExpr, a Tuple for several results, a List for a `Tensor[]`, None for
  /// no result. The error says what was wrong and names the operator
  /// (err_value_no_rule, err_value_operand, err_value_call). Changes nothing.
  /// O(operands and their dimensions).
  llvm::Expected<Argument> infer(const Node &N);

  /// Sets the `val` of \p N to what infer() gives, and explains new symbolic
  /// sizes to the program. What depends on data (`nonzero`, `item`) gets a new
  /// symbol with its limits where N, of a program, has no `val` yet.
  llvm::Error inferAndSet(Node &N, GraphModule &M);

  SymbolicMath &math();

private:
  struct Impl;
  std::unique_ptr<Impl> I;
};

/// The `val` of one node, as ValueInference::infer gives it.
llvm::Expected<Argument> inferValue(const Node &N, const GraphModule *M);

/// The graphs of \p M, nested ones first: their calls ask for what they return.
llvm::SmallVector<Graph *, 4> graphsInsideOut(GraphModule &M);

/// Gives every node of \p M and of the graphs in its tree that has none a
/// `val`. Returns how many got one; fails at the first that cannot have one,
/// those before it have theirs. Nodes that return nothing and the output are
/// left alone. O(nodes).
llvm::Expected<unsigned> inferMissingValues(GraphModule &M);

/// Corrects the values of calls of \p M that depend on whether an operand
/// requires gradients, which may have changed: `embedding_bag` then runs
/// another kernel, with other sizes of a result. O(nodes).
void renewGradientValues(GraphModule &M);

/// Whether the library of a device, such as cuDNN, chooses how \p Value, of \p
/// N, lies in memory. Rules know the CPU alone, and what PyTorch says of such
/// calls depends on the version of the library: infer() gives the `val` of such
/// a node, if it has one.
bool isLaidOutByDevice(const Node &N, const Argument &Value);

/// How \p Stored, the `val` of a node, differs from \p Inferred in dtype,
/// sizes, strides, device or layout; empty when it does not. Offsets of
/// storages and requires_grad are not compared.
/// With \p ByExample, sizes and strides with divisions, whose remainders guards
/// decide about, are the same where they are so in the example.
std::string compareValues(const Argument &Stored, const Argument &Inferred,
                          SymbolicMath &Math, bool ByExample = false);

} // namespace fx

#endif // FX_ANALYSIS_VALUEINFERENCE_H
