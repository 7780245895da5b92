//===- JournalHistory.h - What became of nodes ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The lives of all nodes of a journal: which step made a node, from which
/// others, which steps changed it, and what took its place. A node comes from
/// those whose uses it took over, or, in a graph that a pass made, from what
/// the pass took out of another under that name. What else a step made comes
/// from what the step replaced, else from what it erased, else from the node
/// that it is of. That is told by numbers of nodes: a name may go from one to
/// another.
///
//===----------------------------------------------------------------------===//

#ifndef FX_JOURNAL_JOURNALHISTORY_H
#define FX_JOURNAL_JOURNALHISTORY_H

#include "fx/Journal/JournalReader.h"

namespace llvm::json {
class OStream;
} // namespace llvm::json

namespace fx {

/// The lives of the nodes of one journal.
class JournalHistory {
public:
  /// One node.
  struct Life {
    /// The last name; for a node of the input that is gone, the name in the
    /// input.
    std::string Name;
    std::string InputName; ///< Name in the input, if the node was there.
    uint32_t Graph = 0;    ///< As JournalReader counts them.
    std::string Target;    ///< What it is, or was.
    size_t MadeBy = 0;     ///< A step; 0: it is of the input.
    size_t GoneBy = 0;     ///< 0: it is in the result.
    llvm::SmallVector<size_t, 1> ChangedBy;
    /// Indices of lives.
    llvm::SmallVector<uint32_t, 1> From, Into;
    /// Known for nodes of the input alone: `layer1.0`, `net.py:12`.
    std::string Module, Source;
  };

  /// Goes through \p R, which is at step 0 afterwards.
  static llvm::Expected<JournalHistory> of(JournalReader &R);

  llvm::ArrayRef<Life> lives() const { return Lives; }
  /// The nodes that have the name in the result, one in each graph; else the
  /// last ones that had it. `branch/relu` is one in the graph of a module.
  std::vector<uint32_t> find(llvm::StringRef Name) const;
  /// `relu`, or `branch/relu`.
  std::string nameOf(uint32_t I) const;
  /// The node with a number of a graph, as JournalReader counts them.
  uint32_t lifeOf(uint32_t Graph, uint32_t Node) const {
    return Numbers[Graph][Node];
  }

  /// Writes the life of node \p I and of those that it comes from.
  void printWhy(const JournalReader &R, uint32_t I,
                llvm::raw_ostream &OS) const;
  /// Writes what became of the nodes of the input whose name, module or source
  /// line \p Pattern matches; false where there is none.
  llvm::Expected<bool> printWhereDid(const JournalReader &R,
                                     llvm::StringRef Pattern,
                                     llvm::raw_ostream &OS) const;
  /// \name The same as JSON
  /// @{
  void printWhyJSON(const JournalReader &R, llvm::ArrayRef<uint32_t> Of,
                    llvm::raw_ostream &OS) const;
  llvm::Expected<bool> printWhereDidJSON(const JournalReader &R,
                                         llvm::StringRef Pattern,
                                         llvm::raw_ostream &OS) const;
  /// @}

private:
  friend class HistoryBuilder;
  llvm::Error placeGraphs(JournalReader &R);
  llvm::Expected<std::vector<uint32_t>> matching(llvm::StringRef Pattern) const;
  std::vector<uint32_t> origins(llvm::ArrayRef<uint32_t> Of) const;
  void printLife(llvm::json::OStream &J, uint32_t I) const;

  std::vector<Life> Lives;
  /// Indices of lives, of each graph by numbers of nodes.
  std::vector<std::vector<uint32_t>> Numbers;
  /// For each graph, the path of the module that has it, or had it.
  std::vector<std::string> Paths;
  /// Steps that changed the tree of modules.
  std::vector<size_t> TreeSteps;
};

/// `step 41, fuse-conv-bn at %conv2d_11`.
std::string describeStep(const JournalReader &R, size_t Step);

} // namespace fx

#endif // FX_JOURNAL_JOURNALHISTORY_H
