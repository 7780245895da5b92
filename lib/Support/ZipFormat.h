//===- ZipFormat.h - The layout of zip archives -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Signatures and sizes of PKWARE's APPNOTE, shared by reader and writer. All
// numbers are little-endian.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_SUPPORT_ZIPFORMAT_H
#define FX_LIB_SUPPORT_ZIPFORMAT_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace fx::zip {

enum Signature : uint32_t {
  LocalHeader = 0x04034b50,
  DataDescriptor = 0x08074b50,
  CentralHeader = 0x02014b50,
  End64Record = 0x06064b50,
  End64Locator = 0x07064b50,
  EndRecord = 0x06054b50,
};

enum Sizes : uint64_t {
  LocalHeaderSize = 30,
  CentralHeaderSize = 46,
  End64RecordSize = 56,
  End64LocatorSize = 20,
  EndRecordSize = 22,
};

enum Flags : uint16_t {
  Encrypted = 1 << 0,
  HasDescriptor = 1 << 3,
  StrongEncryption = 1 << 6,
  UTF8 = 1 << 11,
  MaskedHeaders = 1 << 13,
};

/// Extra fields: 64-bit numbers, and PyTorch's padding.
enum ExtraField : uint16_t { Zip64Field = 0x0001, PaddingField = 0x4246 };

/// A number of 32 bits that says "see the 64-bit field".
constexpr uint32_t In64 = 0xffffffff;
constexpr uint16_t In64Short = 0xffff;

/// What is wrong with the name of a record, or null: it must not be empty,
/// leave its folder, or hold what other systems take for a separator or an end.
const char *findNameProblem(llvm::StringRef Name);

/// How PyTorch puts hashes together.
inline uint64_t combineHashes(uint64_t Seed, uint64_t Value) {
  return Seed ^ (Value + 0x9e3779b9 + (Seed << 6) + (Seed >> 2));
}

} // namespace fx::zip

#endif // FX_LIB_SUPPORT_ZIPFORMAT_H
