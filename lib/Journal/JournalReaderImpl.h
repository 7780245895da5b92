//===- JournalReaderImpl.h - What a journal holds ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_JOURNAL_JOURNALREADERIMPL_H
#define FX_LIB_JOURNAL_JOURNALREADERIMPL_H

#include "Replay.h"
#include "fx/Journal/JournalReader.h"

namespace fx {

namespace journal {

/// A place between two events.
struct Position {
  uint32_t Block = 0;
  uint32_t Offset = 0; ///< In the block.
  uint32_t Graph = 0;
  uint32_t Last = 0;

  friend bool operator==(const Position &A, const Position &B) {
    return A.Block == B.Block && A.Offset == B.Offset;
  }
};

/// One step: where the state after it is, and how people call it.
struct Step {
  Position End;
  uint32_t Pass = 0;
  uint32_t NameBase = 0, NameSuffix = 0; ///< Strings of the table.
  /// The node that it was of, where the pass has said so; else 0.
  uint32_t Graph = 0, Node = 0;
  uint32_t Path = 0; ///< A string: the module with that graph.
  /// Index of a string, or one of those below.
  uint32_t What = 0;
  static constexpr uint32_t Changed = UINT32_MAX;
  static constexpr uint32_t Replaced = UINT32_MAX - 1;
  static constexpr uint32_t Erased = UINT32_MAX - 2;
  static constexpr uint32_t Rest = UINT32_MAX - 3;
  bool isRewrite() const { return What < Rest; }
};

/// Decodes events from one position on.
class EventCursor {
public:
  EventCursor(llvm::ArrayRef<llvm::StringRef> Blocks, const TableSizes &Sizes)
      : Blocks(Blocks), Sizes(Sizes) {}
  /// The next event; false at the end, or where the bytes are damaged.
  bool next(Event &E);
  bool isDamaged() const { return Damaged; }
  Position position() const;
  /// Goes to a position where graphs have had so many nodes.
  void setPosition(const Position &P, llvm::SmallVector<uint32_t, 4> NumNodes);

private:
  llvm::ArrayRef<llvm::StringRef> Blocks;
  const TableSizes &Sizes;
  DecodeState State;
  uint32_t Block = 0, Offset = 0;
  bool Damaged = false;
};

/// Says which edits of a pass that names no rewrites are its steps. An erasure
/// is reported before it happens: it is complete with the next edit, and a step
/// of its own where that is another erasure, or the last edit.
class EditSteps {
public:
  /// Whether the state before an erasure is that after a step.
  bool erases() { return std::exchange(IsErasing, true); }
  /// A change, whose step is complete at once.
  void changes() { IsErasing = false; }
  bool finish() { return std::exchange(IsErasing, false); }

private:
  bool IsErasing = false;
};

} // namespace journal

struct JournalReader::Impl {
  Impl(Context &Ctx, std::unique_ptr<llvm::MemoryBuffer> Bytes)
      : Ctx(Ctx), Bytes(std::move(Bytes)), State(Ctx, Tables) {}

  llvm::Error readBlocks();
  llvm::Error readTables(llvm::StringRef Data);
  llvm::Error readPackedTables(llvm::StringRef Data);
  llvm::Error scan();
  /// At the events that come next.
  journal::EventCursor cursor() const;
  llvm::Error forward(
      size_t To,
      llvm::function_ref<void(const journal::Event &, bool)> Tell = nullptr);
  llvm::StringRef string(uint32_t Index) const {
    return Index ? Tables.Strings[Index].str() : llvm::StringRef();
  }
  std::string name(uint32_t Base, uint32_t Suffix) const {
    return Base ? Name{Tables.Strings[Base].id(), Suffix}.str(Ctx)
                : std::string();
  }

  Context &Ctx;
  std::unique_ptr<llvm::MemoryBuffer> Bytes;
  llvm::StringRef Head;
  std::vector<llvm::StringRef> Blocks; ///< Blocks of events.
  journal::Tables Tables;
  bool IsComplete = false;

  std::vector<JournalPass> Passes;
  /// Steps[0] is the input.
  std::vector<journal::Step> Steps;

  journal::Replay State;
  /// The length of the undo log at each step up to where the reader is.
  std::vector<size_t> Marks;
  journal::Position Here;
};

} // namespace fx

#endif // FX_LIB_JOURNAL_JOURNALREADERIMPL_H
