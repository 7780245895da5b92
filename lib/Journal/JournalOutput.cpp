//===- JournalOutput.cpp - Where the bytes of a journal go ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JournalFormat.h"
#include "fx/Journal/JournalWriter.h"
#include "fx/Support/Checksum.h"
#include "fx/Support/OutputFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"
#include <mutex>
#include <unistd.h>
#include <zlib.h>

using namespace fx;
using namespace fx::journal;
using namespace llvm;

JournalOutput::~JournalOutput() = default;

void JournalMemory::write(ArrayRef<StringRef> Pieces) {
  std::string &Block = Tail.emplace_back();
  size_t Size = 0;
  for (StringRef Piece : Pieces)
    Size += Piece.size();
  Block.reserve(Size);
  for (StringRef Piece : Pieces)
    Block += Piece;
}

StringRef JournalMemory::bytes() {
  size_t Size = Bytes.size();
  for (const std::string &Block : Tail)
    Size += Block.size();
  Bytes.reserve(Size);
  for (const std::string &Block : Tail)
    Bytes += Block;
  Tail.clear();
  return Bytes;
}

namespace {
class JournalFile final : public JournalOutput {
public:
  JournalFile(int File, StringRef Path, bool IsNew)
      : File(File), Path(Path), IsNew(IsNew) {}
  ~JournalFile() override { ::close(File); }

  /// Calls nothing but write(2).
  void write(ArrayRef<StringRef> Pieces) override {
    for (StringRef Piece : Pieces)
      while (!Code && !Piece.empty()) {
        ssize_t Written = ::write(File, Piece.data(), Piece.size());
        if (Written < 0 && errno != EINTR)
          Code = errno;
        Piece = Piece.drop_front(std::max<ssize_t>(Written, 0));
      }
  }
  Error takeError() override {
    int Error = std::exchange(Code, 0);
    if (!Error)
      return llvm::Error::success();
    // What lacks its end is no use, but a file of others stays.
    if (IsNew)
      (void)sys::fs::remove(Path);
    std::error_code EC(Error, std::generic_category());
    return makeWriteError(Path, EC);
  }

private:
  int File;
  std::string Path;
  bool IsNew;
  int Code = 0;
};
} // namespace

Expected<std::unique_ptr<JournalOutput>> fx::openJournalFile(StringRef Path) {
  int File = -1;
  bool IsNew = !sys::fs::exists(Path);
  if (std::error_code EC = sys::fs::openFileForWrite(Path, File))
    return makeWriteError(Path, EC);
  return std::make_unique<JournalFile>(File, Path, IsNew);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

uint8_t *JournalWriter::makeRoom(size_t Bytes) {
  if (Cur != Buffer.get())
    flush();
  if (Capacity < Bytes) {
    Capacity = std::max(Bytes, EventBlockSize);
    Buffer = std::make_unique_for_overwrite<uint8_t[]>(Capacity);
    Full = Buffer.get() + Capacity;
  }
  return Cur = Buffer.get();
}

/// Allocates nothing: signal handlers call this.
void JournalWriter::writeBlock(StringRef Type, ArrayRef<StringRef> Pieces) {
  size_t Size = 0;
  uint32_t CRC = 0;
  for (StringRef Piece : Pieces) {
    Size += Piece.size();
    CRC = checksum(Piece, CRC);
  }
  char Header[BlockHeaderSize];
  std::copy_n(Type.data(), 4, Header);
  support::endian::write32le(Header + 4, uint32_t(Size));
  support::endian::write32le(Header + 8, CRC);
  Out.write(StringRef(Header, BlockHeaderSize));
  Out.write(Pieces);
}

/// What was added to the tables; events that follow need it.
void JournalWriter::writeTables(bool Deflate) {
  if (!NewStrings && Lines.empty())
    return;
  char Count[4];
  support::endian::write32le(Count, NewStrings);
  StringRef Pieces[] = {StringRef(Count, 4), StringBytes, Lines};
  if (!Deflate) {
    writeBlock("TABL", Pieces);
  } else {
    std::string Raw = (Pieces[0] + Pieces[1] + Pieces[2]).str();
    uLongf Size = compressBound(Raw.size());
    std::string Packed(Size + 8, 0);
    support::endian::write64le(Packed.data(), Raw.size());
    compress2(reinterpret_cast<Bytef *>(Packed.data() + 8), &Size,
              reinterpret_cast<const Bytef *>(Raw.data()), Raw.size(),
              Z_BEST_SPEED);
    writeBlock("TABZ", StringRef(Packed).take_front(Size + 8));
  }
}

void JournalWriter::flush(bool Deflate) {
  writeTables(Deflate);
  NewStrings = 0;
  StringBytes.clear();
  Lines.clear();
  if (Cur == Buffer.get())
    return;
  writeBlock("EVNT", StringRef(reinterpret_cast<char *>(Buffer.get()),
                               Cur - Buffer.get()));
  Cur = Buffer.get();
  LastNode = 0;
}

//===----------------------------------------------------------------------===//
// Signals
//===----------------------------------------------------------------------===//

/// The writer whose events must not be lost.
static std::atomic<JournalWriter *> Survivor = nullptr;

void JournalWriter::surviveSignals() {
  static std::once_flag Once;
  std::call_once(Once, [] { sys::AddSignalHandler(flushFromSignal, nullptr); });
  Survivor = this;
}

void JournalWriter::forgetSignals() {
  JournalWriter *Self = this;
  Survivor.compare_exchange_strong(Self, nullptr);
}

void JournalWriter::flushFromSignal(void *) {
  JournalWriter *W = Survivor.exchange(nullptr);
  if (!W)
    return;
  W->writeTables(/*Deflate=*/false);
  W->writeBlock("EVNT", StringRef(reinterpret_cast<char *>(W->Buffer.get()),
                                  W->Cur - W->Buffer.get()));
}
