//===- ZipReader.h - Zip archives over a memory map -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Reads zip archives as PyTorch, Python and common tools write them: stored or
/// deflated records, zip64, data descriptors. A record is its entry in the
/// central directory: names, sizes and offsets come from there alone.
///
/// Opening reads the directory, nothing else. Contents of stored records are
/// references into the map; deflated ones are inflated when they are first
/// asked for, and kept.
///
/// What an archive claims is not believed: see ZipLimits and open() for what is
/// refused. All of it is found in time that is linear in the directory (and
/// sorting it), with less memory than the archive has bytes.
///
//===----------------------------------------------------------------------===//

#ifndef FX_SUPPORT_ZIPREADER_H
#define FX_SUPPORT_ZIPREADER_H

#include "fx/Support/MappedFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <mutex>
#include <vector>

namespace fx {

/// One record, as the central directory describes it.
struct ZipEntry {
  /// How the contents are stored.
  enum MethodKind : uint16_t { Stored = 0, Deflated = 8 };

  /// With its folders; a reference into the map.
  llvm::StringRef Name;
  /// Size of the contents in bytes, inflated.
  uint64_t Size;
  /// In the archive; of a stored record it equals Size.
  uint64_t StoredSize;
  /// Where the local header begins.
  uint64_t HeaderOffset;
  /// Where the next record or the directory begins.
  uint64_t Limit;
  /// CRC-32 of the contents that the directory claims; not verified.
  uint32_t CRC;
  /// A MethodKind, or one that cannot be read, only copied.
  uint16_t Method;

  /// Folders are entries whose names end with a slash.
  bool isFolder() const { return Name.ends_with("/"); }
};

/// Limits of what an archive may contain.
struct ZipLimits {
  uint64_t MaxEntries = 1 << 19;
  uint64_t MaxNameLength = 4096;
  /// All deflated records together may inflate to this many bytes ...
  uint64_t InflatedBytes = 16 << 20;
  /// ... and this many times the size of the archive.
  uint64_t InflatedRatio = 64;
};

/// An open archive.
class ZipReader {
public:
  /// Reads the directory. Refuses damaged archives, and also: bytes before the
  /// first record or after the last that offsets do not account for, several
  /// disks, encryption, records that overlap or share bytes, two of one name,
  /// names that leave their folder (`..`, a leading slash) or hold a backslash
  /// or NUL. Errors: err_archive_damaged, err_archive_record.
  static llvm::Expected<std::unique_ptr<ZipReader>>
  open(std::shared_ptr<const MappedFile> File, ZipLimits Limits = {});
  static llvm::Expected<std::unique_ptr<ZipReader>> open(llvm::StringRef Path,
                                                         ZipLimits Limits = {});
  ~ZipReader();

  /// A record of a composed archive: one of another archive, or a text.
  struct Part {
    std::string Name;
    const ZipReader *Zip = nullptr;
    const ZipEntry *Entry = nullptr;
    std::string Text = {};
  };
  /// An archive that is not a file, made of parts in their order, whose
  /// archives outlive it. \p File is what messages name. Of several parts of
  /// one name the first counts.
  static std::unique_ptr<ZipReader>
  compose(std::shared_ptr<const MappedFile> File, std::vector<Part> Parts);
  bool isComposed() const { return !Parts.empty(); }
  /// The name of a record where it really is; of a text its own.
  llvm::StringRef originalName(const ZipEntry &Entry) const;

  const MappedFile &file() const { return *File; }
  const std::shared_ptr<const MappedFile> &sharedFile() const { return File; }
  /// In the order of the directory.
  llvm::ArrayRef<ZipEntry> entries() const { return Entries; }
  /// The entry of that name, or null. O(log n).
  const ZipEntry *find(llvm::StringRef Name) const;

  /// Where the bytes of a record are, deflated if they are. Reads the local
  /// header. Errors: err_archive_record.
  llvm::Expected<FileRange> storedRange(const ZipEntry &Entry) const;
  /// The contents of a record; they live as long as the reader. May be called
  /// by several threads. Errors: err_archive_record.
  llvm::Expected<llvm::StringRef> read(const ZipEntry &Entry) const;

private:
  class DirectoryParser;
  struct NameHash {
    uint64_t Hash;
    uint32_t Index;
  };

  ZipReader(std::shared_ptr<const MappedFile> File, ZipLimits Limits)
      : File(std::move(File)), Limits(Limits) {}
  const Part *partOf(const ZipEntry &Entry) const {
    return Parts.empty() ? nullptr : &Parts[&Entry - Entries.data()];
  }
  /// Fills Names. Returns an entry whose name is not the first, or null.
  const ZipEntry *indexNames();
  llvm::Error recordError(const ZipEntry &Entry, const llvm::Twine &What) const;
  llvm::Expected<llvm::StringRef> inflate(const ZipEntry &Entry,
                                          llvm::StringRef Data) const;

  std::shared_ptr<const MappedFile> File;
  ZipLimits Limits;
  std::vector<ZipEntry> Entries;
  /// Sorted by hash, then by name.
  std::vector<NameHash> Names;

  /// Parts of a composed archive, one for each entry; and the texts as files.
  std::vector<Part> Parts;
  std::vector<std::shared_ptr<const MappedFile>> Texts;

  /// What was inflated, and how many bytes that is.
  mutable std::mutex Lock;
  mutable llvm::DenseMap<const ZipEntry *, std::unique_ptr<llvm::MemoryBuffer>>
      Inflated;
  mutable uint64_t NumInflated = 0;
};

} // namespace fx

#endif // FX_SUPPORT_ZIPREADER_H
