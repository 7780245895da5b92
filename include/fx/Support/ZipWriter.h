//===- ZipWriter.h - Zip archives as PyTorch writes them --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Writes an archive from front to back, byte for byte as PyTorch's own writer
/// (2.13) would: records stored, their bytes at multiples of 64 after a padding
/// field `FB`, sizes in data descriptors, a 64-bit end record always, 64-bit
/// fields from 4 GiB on. All records stand in one root folder.
///
/// Memory holds the directory, never contents. Records of another archive or
/// file are copied by range, in the kernel where the output can.
///
//===----------------------------------------------------------------------===//

#ifndef FX_SUPPORT_ZIPWRITER_H
#define FX_SUPPORT_ZIPWRITER_H

#include "fx/Support/Payload.h"
#include "llvm/ADT/SmallString.h"
#include <string>
#include <unordered_set>

namespace fx {

class ZipReader;
struct ZipEntry;

/// An archive that is being written. After an error it cannot be used.
class ZipWriter {
public:
  struct Options {
    /// Where records begin: at multiples of this power of two.
    uint64_t Alignment = 64;
    /// Large records that are copied begin at the same byte of a 4096-byte
    /// block as in their source, so that OutputFile::shareBlocks can share
    /// them.
    bool KeepPlaceInBlock = false;
  };

  /// \p Root is the name of the folder; without one records have no folder.
  ZipWriter(ByteOutput &Out, llvm::StringRef Root, Options Opts);
  ZipWriter(ByteOutput &Out, llvm::StringRef Root)
      : ZipWriter(Out, Root, Options()) {}
  ~ZipWriter();

  /// \name Adding a record
  /// Names are without the root folder, and unique. Errors: those of the
  /// output; err_archive_record for a name that a reader would refuse.
  /// @{
  llvm::Error add(llvm::StringRef Name, llvm::StringRef Contents) {
    return add(Name, Payload::reference(Contents));
  }
  llvm::Error add(llvm::StringRef Name, const Payload &Contents);
  /// A record of another archive, as it is: deflated if it is, with the
  /// checksum it has.
  llvm::Error copy(llvm::StringRef Name, const ZipReader &From,
                   const ZipEntry &Entry);
  /// @}

  /// \name A record that is made while it is written
  /// Its size is seen at the end, and is less than 4 GiB: the header in front
  /// of the bytes could not say more. Errors: as above.
  /// @{
  llvm::Error open(llvm::StringRef Name);
  llvm::Error append(llvm::StringRef Bytes);
  llvm::Error close();
  /// @}

  bool contains(llvm::StringRef Name) const {
    return Names.count(std::string(Name));
  }
  /// What PyTorch would write into `.data/serialization_id` after the records
  /// so far: a hash of their names and one of their checksums. The names are
  /// combined in the order of an std::unordered_set, so this is PyTorch's own
  /// number with libstdc++ (its Linux wheels use it), and another with another
  /// standard library.
  std::string serializationId() const;

  /// Writes the directory. Nothing can be added then.
  llvm::Error finish();

private:
  struct Record;

  llvm::Error begin(Record &R, const FileRange *Source);
  llvm::Error end(const Record &R);
  llvm::Error recordError(llvm::StringRef Name, const llvm::Twine &What) const;

  ByteOutput &Out;
  std::string Root;
  Options Opts;
  /// Without the root folder, filled in the order of writing.
  std::unordered_set<std::string> Names;
  uint64_t CombinedCRC = 0;
  /// The directory so far.
  uint64_t Count = 0;
  llvm::SmallString<0> Directory;
  /// The record between open() and close().
  std::unique_ptr<Record> Current;
};

} // namespace fx

#endif // FX_SUPPORT_ZIPWRITER_H
