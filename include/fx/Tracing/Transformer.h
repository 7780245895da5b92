//===- Transformer.h - A graph from a graph, node by node -------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Makes a new graph by walking an old one (torch.fx: Transformer). Each
/// function below makes the value of one node in the new graph; a subclass
/// replaces those that it wants otherwise:
/// \code{.txt}
///   struct NoDropout : Transformer {
///     using Transformer::Transformer;
///     Expected<Argument> callModule(const Node &N, ArrayRef<Argument> Args,
///                                   ArrayRef<KwArg> Kwargs) override {
///       if (isDropout(N))
///         return Args[0];
///       return Transformer::callModule(N, Args, Kwargs);
///     }
///   };
///   Expected<std::unique_ptr<Graph>> New = NoDropout(Module).transform();
/// \endcode
/// Names, types and metadata of nodes that are taken over come along.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRACING_TRANSFORMER_H
#define FX_TRACING_TRANSFORMER_H

#include "fx/IR/Module.h"
#include "llvm/ADT/DenseMap.h"

namespace fx {

/// Makes a graph of another (torch.fx: Transformer).
class Transformer {
public:
  explicit Transformer(GraphModule &M) : M(M) {}
  virtual ~Transformer();
  Transformer(const Transformer &) = delete;
  Transformer &operator=(const Transformer &) = delete;

  /// The new graph, over the same root. The module keeps its own; use
  /// Module::setGraph to put the new one in its place, which makes a plain
  /// graph of an exported program. Errors: those of the functions below.
  /// O(nodes).
  llvm::Expected<std::unique_ptr<Graph>> transform();

protected:
  GraphModule &module() const { return M; }
  /// The graph that is being made; new nodes go to its end.
  Graph &newGraph() const { return *New; }

  /// \name The value of a node of the old graph in the new one
  /// Arguments are of the new graph. By default a copy of the node.
  /// @{
  virtual llvm::Expected<Argument> placeholder(const Node &N);
  virtual llvm::Expected<Argument> getAttr(const Node &N);
  virtual llvm::Expected<Argument> callFunction(const Node &N,
                                                llvm::ArrayRef<Argument> Args,
                                                llvm::ArrayRef<KwArg> Kwargs);
  virtual llvm::Expected<Argument> callMethod(const Node &N,
                                              llvm::ArrayRef<Argument> Args,
                                              llvm::ArrayRef<KwArg> Kwargs);
  virtual llvm::Expected<Argument> callModule(const Node &N,
                                              llvm::ArrayRef<Argument> Args,
                                              llvm::ArrayRef<KwArg> Kwargs);
  virtual llvm::Expected<Argument> output(const Node &N,
                                          llvm::ArrayRef<Argument> Args);
  /// @}

private:
  Node *copy(const Node &N, llvm::ArrayRef<Argument> Args,
             llvm::ArrayRef<KwArg> Kwargs);
  llvm::Expected<Argument> run(const Node &N);

  GraphModule &M;
  std::unique_ptr<Graph> New;
  llvm::DenseMap<const Node *, Argument> Values;
};

} // namespace fx

#endif // FX_TRACING_TRANSFORMER_H
