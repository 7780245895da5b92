//===- JournalWriter.h - Writes what passes do to a module ------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A journal holds a module as it was, and every edit of it since, in some 25
/// bytes a rewrite (docs/Journal.md). The writer listens to the graphs of the
/// module; JournalReader goes to any state.
///
//===----------------------------------------------------------------------===//

#ifndef FX_JOURNAL_JOURNALWRITER_H
#define FX_JOURNAL_JOURNALWRITER_H

#include "fx/IR/Module.h"
#include "fx/Pass/PassInstrumentation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"
#include <chrono>
#include <memory>

namespace fx {

/// Where the bytes of a journal go.
class JournalOutput {
public:
  virtual ~JournalOutput();
  /// Writes the pieces, one after the other. After
  /// JournalWriter::surviveSignals() a signal handler may call it: then it must
  /// not allocate or take a lock, as JournalMemory does.
  virtual void write(llvm::ArrayRef<llvm::StringRef> Pieces) = 0;
  /// What went wrong, once.
  virtual llvm::Error takeError() { return llvm::Error::success(); }
};

/// A file, which is written from its beginning as the journal grows.
llvm::Expected<std::unique_ptr<JournalOutput>>
openJournalFile(llvm::StringRef Path);

/// Keeps the bytes.
class JournalMemory final : public JournalOutput {
public:
  void write(llvm::ArrayRef<llvm::StringRef> Pieces) override;
  /// Everything so far; valid until more is written.
  llvm::StringRef bytes();

private:
  std::string Bytes;
  /// What came since: the whole is not copied again and again as it grows.
  std::vector<std::string> Tail;
};

/// Listens to a module and writes what happens to it.
class JournalWriter final : private GraphListener, private ModuleListener {
public:
  /// How a run of a pass ended.
  enum class Ending : uint8_t { Unchanged = 1, Changed, Failed };

  /// Writes \p M as it is. \p Head is JSON that says where it came from. The
  /// module, and where bytes go, outlive the writer.
  JournalWriter(GraphModule &M, llvm::StringRef Head, JournalOutput &Out);
  /// Stops listening; what was not written is lost without finish().
  ~JournalWriter() override;
  JournalWriter(const JournalWriter &) = delete;
  JournalWriter &operator=(const JournalWriter &) = delete;

  /// A pass begins, which pipelines call \p Text.
  void beginPass(llvm::StringRef Text);
  /// A rewrite of the pass is complete, of \p At; \p What says which one it
  /// was, and may be empty.
  void endStep(const RewritePlace &At, llvm::StringRef What);
  void endPass(Ending How);
  /// Writes the rest.
  void finish();

  /// Makes the journal end at the last edit if a signal kills the process. One
  /// writer at a time can do that.
  void surviveSignals();

private:
  class Encoder;
  struct GraphState {
    Graph *G = nullptr; ///< Null once it is gone.
    uint32_t NumNodes = 0;
    /// Numbers of nodes by their ids; 0 for those that were not announced.
    std::vector<uint32_t> Numbers;
  };

  void nodeCreated(Node &N) override;
  void nodeErased(Node &N) override;
  void usesReplaced(Node &Old, Node &New, unsigned Count,
                    llvm::ArrayRef<Node *> Chosen) override;
  void nodeChanged(Node &N, NodeChange What) override;
  void metaChanged(Node &N) override;
  void usersReordered(Node &N) override;
  void graphDestroyed(Graph &G) override;
  void moduleChanged(Module &, ModuleChange) override { FrameChanged = true; }

  uint32_t numberOf(const Node *N) const;
  uint32_t numberOf(const RewritePlace &At, uint32_t Graph);
  uint32_t select(const Node &N);
  void selectGraph(Graph &G);
  uint32_t addGraph(Graph &G);
  void writeUsersOf(Graph &G, bool All);
  void announce(Node &N);
  void create(Node &N, bool HasArguments);
  void arguments(Node &N, uint8_t Kind);
  void writeFrame();
  uint32_t stringIndex(uint32_t Symbol);
  uint32_t addString(uint32_t Symbol);
  uint32_t specIndex(uint32_t Spec);
  uint32_t addSpec(uint32_t Spec);
  uint32_t metaIndex(const Node &N);
  void addLine(const Node &N);
  /// Room for an event of at most \p Bytes.
  uint8_t *room(size_t Bytes) {
    return LLVM_LIKELY(Cur + Bytes <= Full) ? Cur : makeRoom(Bytes);
  }
  uint8_t *makeRoom(size_t Bytes);
  void writeTables(bool Deflate);
  void flush(bool Deflate = false);
  void writeBlock(llvm::StringRef Type, llvm::ArrayRef<llvm::StringRef> Pieces);
  void forgetSignals();
  static void flushFromSignal(void *);

  GraphModule &M;
  JournalOutput &Out;

  std::vector<GraphState> Graphs;
  llvm::DenseMap<const Graph *, uint32_t> GraphNumbers;
  GraphState *Current = nullptr;
  uint32_t LastNode = 0; ///< What differences are to.
  /// What the pass has erased, which its steps may be of: by numbers of graphs
  /// and serial numbers, and what was not yet looked for.
  struct ErasedNode {
    uint32_t Graph, Serial, Number;
  };
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> Gone;
  std::vector<ErasedNode> NewlyGone;

  /// Numbers in the tables, by ids of the context; 0 for none so far, and
  /// those of specs are one more.
  std::vector<uint32_t> Strings, Specs, Metas;
  uint32_t NumStrings = 0, NumSpecs = 0, NumMetas = 0;
  /// What was added to the tables since they were written.
  uint32_t NewStrings = 0;
  std::string StringBytes, Lines;
  /// Holds one node at a time, whose line is an entry of a table.
  std::unique_ptr<Graph> Scratch;
  Node *Hole = nullptr;

  std::string Frame;
  bool FrameChanged = false;
  /// How many symbols and ranges the program had when the frame was written.
  size_t NumSymbols = 0;
  std::chrono::steady_clock::time_point PassBegan;

  /// Whole events that were not written; Cur is where the next one goes.
  std::unique_ptr<uint8_t[]> Buffer;
  size_t Capacity = 0;
  uint8_t *Cur = nullptr;
  uint8_t *Full = nullptr; ///< Where it is written.
};

} // namespace fx

#endif // FX_JOURNAL_JOURNALWRITER_H
