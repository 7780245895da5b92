//===- Replay.h - The state that a journal's events make --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_JOURNAL_REPLAY_H
#define FX_LIB_JOURNAL_REPLAY_H

#include "JournalFormat.h"
#include "fx/IR/Module.h"
#include <memory>
#include <string>
#include <vector>

namespace fx::journal {

/// What the numbers of events mean.
struct Tables {
  TableSizes Sizes;
  std::vector<Symbol> Strings{Symbol()};
  std::vector<uint32_t> Specs; ///< Ids of the context.
  std::vector<const MetaDict *> Metas{nullptr};
};

/// Graphs and the text around them, changed by one event at a time, and back.
class Replay {
public:
  Replay(Context &Ctx, const Tables &T) : Ctx(Ctx), T(T) {}

  /// Applies \p E, which was decoded with the tables. False, with the state
  /// spoiled, where it does not fit the graphs.
  bool apply(const Event &E);
  /// Takes back events until the log of undo has \p Mark entries again.
  void undoTo(size_t Mark);
  size_t mark() const { return Log.size(); }
  /// Expects as many bytes of events.
  void expect(size_t Bytes) {
    if (Log.capacity() - Log.size() < Bytes)
      Log.reserve(std::max(Log.size() + Bytes, 2 * Log.size()));
  }
  /// Forgets how to go back.
  void forget();

  size_t numGraphs() const { return Graphs.size(); }
  Graph &graph(size_t I) const { return *Graphs[I].G; }
  /// One more than the greatest number of a node.
  size_t numNodes(size_t I) const { return Graphs[I].Nodes.size() - 1; }
  /// The node of that number, null where it was erased.
  Node *node(size_t Graph, uint32_t Number) const {
    return Graphs[Graph].Nodes[Number];
  }
  uint32_t numberOf(size_t Graph, const Node *N) const {
    return Graphs[Graph].Numbers[N->id()];
  }
  /// Native text.
  void print(llvm::raw_ostream &OS) const;
  /// The graphs that it has, from first to last.
  std::vector<uint32_t> graphsInOrder() const;

private:
  struct GraphState {
    std::unique_ptr<Graph> G;
    std::vector<Node *> Nodes{nullptr};
    std::vector<uint32_t> Numbers; ///< Indexed by node id.
  };

  void walkText(
      llvm::function_ref<void(llvm::StringRef)> OnText,
      llvm::function_ref<void(uint32_t Graph, unsigned Indent)> OnGraph) const;
  bool takeOperands(const Event &E);
  bool create(GraphState &S, const Event &E);
  bool erase(GraphState &S, const Event &E);
  bool replace(GraphState &S, const Event &E);
  bool setOperands(GraphState &S, const Event &E);
  bool changeText(const Event &E);
  void setNumber(GraphState &S, const Node *N, uint32_t Number);
  void keepOperands(const GraphState &S, const Node &N);
  void restoreOperands(GraphState &S, Node *N, uint32_t Spec);
  Node *recreate(GraphState &S, uint32_t Number);
  void undoReplace(GraphState &S);
  void undoOne();
  void push(uint32_t Word) { Log.push_back(Word); }
  uint32_t pop() {
    uint32_t Word = Log.back();
    Log.pop_back();
    return Word;
  }

  Context &Ctx;
  const Tables &T;
  std::vector<GraphState> Graphs;
  /// Native text with `\1GRAPH:INDENT\1` in place of graphs.
  std::string Frame;
  /// What undo needs of each event; its last word says which and in which
  /// graph.
  std::vector<uint32_t> Log;
  std::vector<std::string> Texts; ///< Pieces of the frame that went.
  llvm::SmallVector<Node *, 8> Operands;
};

} // namespace fx::journal

#endif // FX_LIB_JOURNAL_REPLAY_H
