//===- Payload.cpp - Bytes to be written ----------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Support/Payload.h"
#include "fx/Support/Checksum.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

namespace {
/// Passes on what is written, up to a limit.
class PassingStream : public raw_ostream {
public:
  PassingStream(ByteOutput &Out, uint64_t Limit, uint32_t *CRC)
      : Out(Out), Limit(Limit), CRC(CRC) {
    SetBufferSize(64 << 10);
  }
  ~PassingStream() override { flush(); }

  Error takeError() { return std::move(Err); }

private:
  void write_impl(const char *Data, size_t Length) override {
    Size += Length;
    if (Size > Limit || Err)
      return;
    if (CRC)
      *CRC = checksum({Data, Length}, *CRC);
    Err = Out.write({Data, Length});
  }
  uint64_t current_pos() const override { return Size; }

  ByteOutput &Out;
  uint64_t Limit;
  uint32_t *CRC;
  uint64_t Size = 0;
  Error Err = Error::success();
};
} // namespace

uint64_t Payload::size() const {
  if (const auto *Made = std::get_if<Stream>(&Value))
    return Made->Size;
  if (const FileRange *Range = range())
    return Range->Size;
  return bytes()->size();
}

std::optional<StringRef> Payload::bytes() const {
  if (const auto *Owned = std::get_if<std::string>(&Value))
    return *Owned;
  if (const auto *Reference = std::get_if<StringRef>(&Value))
    return *Reference;
  if (const FileRange *Range = range())
    return Range->bytes();
  return std::nullopt;
}

Error Payload::write(ByteOutput &Out, uint64_t &Written, uint32_t *CRC) const {
  if (CRC)
    *CRC = 0;
  if (const auto *Made = std::get_if<Stream>(&Value)) {
    PassingStream OS(Out, Made->Size, CRC);
    Error Own = Made->Write(OS);
    OS.flush();
    Written = OS.tell();
    return joinErrors(std::move(Own), OS.takeError());
  }
  Written = size();
  if (const auto *P = std::get_if<Part>(&Value)) {
    if (CRC)
      *CRC = P->CRC ? *P->CRC : checksum(P->Range.bytes());
    return Out.copy(P->Range);
  }
  if (CRC)
    *CRC = checksum(*bytes());
  return Out.write(*bytes());
}
