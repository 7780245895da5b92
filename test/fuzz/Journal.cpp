//===- Journal.cpp - Fuzz target: journals of passes ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A journal that is read goes to its last step or says that it is damaged, and
// comes back to the input, whose text is what it was. Sums of blocks are put
// right first, for a fuzzer does not guess them.
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "fx/Journal/JournalHistory.h"
#include "fx/Translate/Html.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using fx::fuzz::check;
using fx::fuzz::checkError;

static constexpr size_t HeaderSize = 12;

static std::string withSums(llvm::StringRef Text) {
  std::string Bytes = Text.str();
  for (size_t At = 6; At + HeaderSize <= Bytes.size();) {
    size_t Size = llvm::support::endian::read32le(&Bytes[At + 4]);
    llvm::StringRef Data = llvm::StringRef(Bytes).substr(At + HeaderSize, Size);
    uint32_t CRC = llvm::crc32(0, llvm::arrayRefFromStringRef(Data));
    llvm::support::endian::write32le(&Bytes[At + 8], CRC);
    At += HeaderSize + Size;
  }
  return Bytes;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Context Ctx;
  auto Reader = JournalReader::read(
      Ctx,
      llvm::MemoryBuffer::getMemBufferCopy(withSums(fuzz::asText(Data, Size))));
  if (!Reader) {
    checkError(Reader.takeError());
    return 0;
  }
  JournalReader &R = **Reader;
  std::string Input = R.text();
  if (llvm::Error E = R.goTo(R.numSteps())) {
    checkError(std::move(E));
    return 0;
  }
  std::string Result = R.text();
  llvm::Expected<JournalHistory> History = JournalHistory::of(R);
  check(bool(History), "a journal that could be replayed has a history");
  check(R.text() == Input, "undo gives the input");
  for (uint32_t I = 0; I != std::min<size_t>(History->lives().size(), 4); ++I)
    History->printWhy(R, I, llvm::nulls());
  auto Found = History->printWhereDid(R, "*", llvm::nulls());
  check(bool(Found), "a pattern of one star");
  if (llvm::Error E = R.printEvents(1, R.numSteps(), llvm::nulls()))
    check(!E, "events that were applied before");
  check(R.text() == Result, "the result is the same again");
  if (R.numSteps() <= 64)
    if (llvm::Error E =
            writeFilm(R, llvm::nulls(), PageOptions(), FilmSteps::Auto))
      check(!E, "a film of what was replayed before");
  return 0;
}
