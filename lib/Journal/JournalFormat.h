//===- JournalFormat.h - The bytes of a journal -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// docs/Journal.md describes the file: blocks of events and of the tables that
/// events refer to. Numbers are LEB128; numbers of nodes are differences to the
/// one before, as zigzag.
///
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_JOURNAL_JOURNALFORMAT_H
#define FX_LIB_JOURNAL_JOURNALFORMAT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace fx::journal {

inline constexpr llvm::StringLiteral Magic = "fxj 1\n";
/// Type, size and CRC-32 of a block.
inline constexpr size_t BlockHeaderSize = 12;
/// Blocks of events are written when they are about this large.
inline constexpr size_t EventBlockSize = 64 * 1024;
/// What a block of tables may inflate to.
inline constexpr uint64_t MaxTableSize = uint64_t(1) << 31;

/// The low four bits of an event's first byte; the others are its flags.
enum class EventKind : uint8_t {
  Create = 1, ///< Flags: opcode, and 8 where it has a type.
  Erase,
  Replace, ///< Flags: 1 where users were chosen.
  Arguments,
  Operands,
  Target,
  Opcode, ///< Flags: the opcode.
  Name,
  Type,
  Move,
  Meta,
  Users,
  Frame, ///< Flags: see FrameKind.
  Pass,  ///< Flags: see PassKind.
  Step,  ///< Flags: see StepFlag.
};

enum FrameKind : uint8_t {
  NewGraph = 0,    ///< The next number of a graph; it is empty.
  SelectGraph = 1, ///< The graph of the events that follow.
  NewText = 2,     ///< A piece of the text around the graphs changed.
};

enum PassKind : uint8_t {
  PassBegin = 0,
  PassUnchanged = 1,
  PassChanged = 2,
  PassFailed = 3,
};

enum StepFlag : uint8_t {
  SaysWhat = 1, ///< What it was.
  SaysNode = 2, ///< Which node it was of: graph, number, path of the module.
};

/// One event, decoded. Which members count depends on the kind.
struct Event {
  EventKind Kind = EventKind::Create;
  uint8_t Flags = 0;
  uint32_t Graph = 0;
  uint32_t Node = 0;  ///< What it is about; Old of Replace.
  uint32_t Other = 0; ///< Predecessor, or New of Replace; 0 for none.
  uint32_t Target = 0, Spec = 0, Type = 0, Meta = 0;
  uint32_t NameBase = 0, NameSuffix = 0;
  uint32_t Path = 0;  ///< Path of the module with the graph of a step.
  uint64_t Count = 0; ///< Uses; microseconds; the place of a NewText.
  uint64_t Removed = 0;
  /// Operands, or users.
  llvm::SmallVector<uint32_t, 8> Nodes;
  llvm::StringRef Text;
};

/// Strings are numbered from 1, as 0 is none; so is metadata. Specs from 0.
struct TableSizes {
  uint32_t Strings = 0, Metas = 0;
  llvm::SmallVector<uint32_t, 0> SpecOperands;
};

/// What decoding carries from one event to the next.
struct DecodeState {
  uint32_t Graph = 0;
  uint32_t Last = 0; ///< Number of the node that was named last.
  /// Nodes that each graph has had.
  llvm::SmallVector<uint32_t, 4> NumNodes;
};

/// Decodes the event at \p Cur and steps over it; false where the bytes make no
/// event. Every number in it is one that the tables and graphs have.
bool decodeEvent(const uint8_t *&Cur, const uint8_t *End,
                 const TableSizes &Tables, DecodeState &State, Event &E);

/// Reads a number; false at the end of the bytes or where it is too large.
bool readNumber(const uint8_t *&Cur, const uint8_t *End, uint64_t &Value);

inline uint32_t zigzag(int32_t Value) {
  return (uint32_t(Value) << 1) ^ uint32_t(Value >> 31);
}
inline int32_t unzigzag(uint32_t Value) {
  return int32_t(Value >> 1) ^ -int32_t(Value & 1);
}

} // namespace fx::journal

#endif // FX_LIB_JOURNAL_JOURNALFORMAT_H
