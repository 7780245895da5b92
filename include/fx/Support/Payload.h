//===- Payload.h - Bytes to be written --------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Bytes that will be written to a record or a tensor: owned, referred to, part
/// of a file, or streamed. Nothing is copied before it is written.
///
//===----------------------------------------------------------------------===//

#ifndef FX_SUPPORT_PAYLOAD_H
#define FX_SUPPORT_PAYLOAD_H

#include "fx/Support/OutputFile.h"
#include <functional>
#include <variant>

namespace fx {

/// What a record of an archive or a tensor of a file will hold: bytes in
/// memory, a part of another file, or what a function writes when its turn has
/// come.
class Payload {
public:
  using Writer = std::function<llvm::Error(llvm::raw_ostream &)>;

  static Payload owned(std::string Bytes) { return Payload(std::move(Bytes)); }
  /// Bytes that live until they are written.
  static Payload reference(llvm::StringRef Bytes) { return Payload(Bytes); }
  /// Part of a file that stays open until it is written, with its checksum
  /// where it is known.
  static Payload range(FileRange Range,
                       std::optional<uint32_t> CRC = std::nullopt) {
    return Payload(Part{Range, CRC});
  }
  /// \p Size bytes that \p Write writes: more or fewer are an error.
  static Payload stream(uint64_t Size, Writer Write) {
    return Payload(Stream{Size, std::move(Write)});
  }

  uint64_t size() const;
  /// The bytes, unless they are still to be made.
  std::optional<llvm::StringRef> bytes() const;
  /// The file they come from, or null.
  const FileRange *range() const {
    const Part *P = std::get_if<Part>(&Value);
    return P ? &P->Range : nullptr;
  }

  /// Writes everything; of a stream at most size() bytes. \p Written is how
  /// many there are, \p CRC, if it is not null, their checksum.
  llvm::Error write(ByteOutput &Out, uint64_t &Written,
                    uint32_t *CRC = nullptr) const;

private:
  struct Part {
    FileRange Range;
    std::optional<uint32_t> CRC;
  };
  struct Stream {
    uint64_t Size;
    Writer Write;
  };
  using Kind = std::variant<std::string, llvm::StringRef, Part, Stream>;
  explicit Payload(Kind Value) : Value(std::move(Value)) {}

  Kind Value;
};

} // namespace fx

#endif // FX_SUPPORT_PAYLOAD_H
