//===- JournalReader.h - Any state of a run of passes -----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Reads what JournalWriter wrote (docs/Journal.md) and goes to any step of it,
/// forwards and backwards, without running a pass. A file that was cut off is
/// read as far as it is whole.
///
//===----------------------------------------------------------------------===//

#ifndef FX_JOURNAL_JOURNALREADER_H
#define FX_JOURNAL_JOURNALREADER_H

#include "fx/IR/Module.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace fx {

class HistoryBuilder;
class JournalHistory;

/// One run of a pass.
struct JournalPass {
  enum EndingKind : uint8_t {
    Unfinished, ///< The process died in it.
    Unchanged,
    Changed,
    Failed,
  };
  /// As pipelines spell it: `tag-nodes{tag=x}`.
  std::string Text;
  EndingKind Ending = Unfinished;
  uint64_t Microseconds = 0;
  /// Steps of passes before it, and its own: rewrites of a pass that names
  /// them, else edits, else one for the whole pass.
  size_t FirstStep = 0, NumSteps = 0;
  /// Whether the pass has named its rewrites.
  bool NamesRewrites = false;
  /// Its rewrites, or its edits where it names none.
  size_t NumRewrites = 0;
  /// Nodes of all graphs before it and after it.
  size_t NodesBefore = 0, NodesAfter = 0;

  /// The name without options.
  llvm::StringRef name() const {
    return llvm::StringRef(Text).split('{').first;
  }
};

/// What an edit did, with the number of a graph and that of a node in it.
struct JournalEdit {
  enum EditKind : uint8_t {
    Made,
    Gone, ///< Reported before the node is erased; others come after the edit.
    Changed, ///< Whatever its line of native text shows.
    Moved,
    Tree, ///< Something of the module that is not a node.
  };
  EditKind Kind;
  uint32_t Graph = 0, Node = 0;
};

/// A journal that is read step by step, forward and backward.
class JournalReader {
public:
  /// The context outlives the reader.
  static llvm::Expected<std::unique_ptr<JournalReader>>
  read(Context &Ctx, std::unique_ptr<llvm::MemoryBuffer> Bytes);
  ~JournalReader();

  /// JSON that says where the journal came from.
  llvm::StringRef head() const;
  /// Whether the run that was recorded came to its end, and all bytes are here.
  bool isComplete() const;

  /// Every run of a pass, those too that changed nothing.
  llvm::ArrayRef<JournalPass> passes() const;
  /// What fx-opt --opt-bisect counts. State 0 is the input.
  size_t numSteps() const;
  /// The pass that makes step \p Step, from 1.
  const JournalPass &passOf(size_t Step) const;
  /// What step \p Step was of, without `%`: the name of a node, after
  /// `branch/` in the graph of another module than the root; or empty.
  std::string placeOf(size_t Step) const;
  /// Which rewrite or edit step \p Step was: `relu-relu`, `changed`; may be
  /// empty.
  llvm::StringRef kindOf(size_t Step) const;

  /// Where the reader is.
  size_t step() const;
  /// Goes to the state after \p Step steps. After an error, which says that the
  /// bytes are damaged, the reader is of no use. O(events between).
  [[nodiscard]] llvm::Error goTo(size_t Step);
  /// Writes the state as native text: the same bytes as printModule.
  void print(llvm::raw_ostream &OS) const;
  std::string text() const;
  /// The state as a module of its own.
  llvm::Expected<std::unique_ptr<GraphModule>> module() const;

  /// \name The graphs of the state
  /// Numbers count from 0, also those of graphs that no module has any more;
  /// those of nodes from 1 in each graph, as they were made. The caller must
  /// not change a graph.
  /// @{
  size_t numGraphs() const;
  Graph &graph(size_t I) const;
  /// Null where it was erased.
  Node *node(size_t Graph, uint32_t Number) const;
  uint32_t numberOf(size_t Graph, const Node &N) const;
  /// The graphs that \p M has, which module() gave for this state, each with
  /// the module whose code it is. The last one is that of the root.
  std::vector<std::pair<uint32_t, Module *>> graphsOf(GraphModule &M) const;
  /// @}

  /// Goes one step on. Calls \p Tell after each edit, but for Gone: before it.
  [[nodiscard]] llvm::Error
  next(llvm::function_ref<void(const JournalEdit &)> Tell);

  /// Writes the events of steps \p First to \p Last as lines. The reader is at
  /// \p Last then.
  [[nodiscard]] llvm::Error printEvents(size_t First, size_t Last,
                                        llvm::raw_ostream &OS);

private:
  friend class HistoryBuilder;
  friend class JournalHistory;
  struct Impl;
  explicit JournalReader(std::unique_ptr<Impl> I);
  std::unique_ptr<Impl> I;
};

} // namespace fx

#endif // FX_JOURNAL_JOURNALREADER_H
