//===- PT2Writer.h - Writing what torch.export saves ------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Writes archives of generation C: new ones, or another one with some records
/// replaced, dropped or added. Records that stay are copied as they are, in
/// their order; new ones stand where PyTorch would put them.
///
/// An unchanged archive comes out as it was, byte for byte, whoever wrote it.
/// In a changed one everything but records is made again, as PyTorch 2.13 makes
/// it.
///
//===----------------------------------------------------------------------===//

#ifndef FX_INTEROP_PT2WRITER_H
#define FX_INTEROP_PT2WRITER_H

#include "fx/Interop/PT2Archive.h"
#include "fx/Support/Payload.h"
#include "llvm/ADT/StringMap.h"

namespace fx {

/// An archive to be written. Names of records are without the root folder.
class PT2Writer {
public:
  /// A new archive, so far without programs.
  explicit PT2Writer(llvm::StringRef Root);
  /// All records of \p Source, a generation C archive that outlives this.
  explicit PT2Writer(const PT2Archive &Source);
  ~PT2Writer();

  llvm::StringRef root() const { return Root; }
  /// The root folder of a file that PyTorch writes to \p Path: its name without
  /// the last extension.
  static llvm::StringRef rootFor(llvm::StringRef Path);
  bool contains(llvm::StringRef Name) const;
  /// \p Prefix with the lowest number above all that are in use:
  /// `data/weights/weight_7`. Several calls give the same until it is set.
  std::string freeName(llvm::StringRef Prefix) const;

  /// Replaces a record, or adds one: weights and constants to those of \p
  /// Model, before their table; programs and the like at the end of the
  /// programs.
  void set(llvm::StringRef Name, Payload Contents,
           llvm::StringRef Model = "model");
  /// The same with a record of an archive that stays open until this one is
  /// written, as it is there.
  void set(llvm::StringRef Name, const PT2Archive &From, const ZipEntry &Entry,
           llvm::StringRef Model = "model");
  /// The same with what \p Make writes while the archive is written, and when
  /// it is asked whether the record changed. Standard output and the like get
  /// nothing when that fails.
  void setMade(llvm::StringRef Name, Payload::Writer Make,
               llvm::StringRef Model = "model");
  /// Leaves out a record, if there is one.
  void drop(llvm::StringRef Name);
  /// Leaves out the records of a kind: AOTInductor's code is stale once a
  /// program changed.
  void drop(PT2Kind Kind);

  /// Whether a record will be that of the source, or is in neither.
  bool isUnchanged(llvm::StringRef Name) const;
  /// Whether the result will be the source: what was replaced has the same
  /// bytes, nothing is new, nothing is missing.
  bool isUnchanged() const;

  struct Options {
    /// Share the blocks of large records with the source where the file system
    /// can, which costs neither time nor space.
    bool ShareBlocks = false;
  };
  /// Writes a file, whole or not at all; it may be the source's. Errors: those
  /// of OutputFile, ZipWriter and reading the source.
  llvm::Error write(llvm::StringRef Path, Options Opts) const;
  llvm::Error write(llvm::StringRef Path) const {
    return write(Path, Options());
  }
  llvm::Error write(ByteOutput &Out) const { return write(Out, Options()); }

private:
  struct Record;

  Record &place(llvm::StringRef Name, llvm::StringRef Model);
  llvm::Error write(ByteOutput &Out, Options Opts) const;
  using RecordList = llvm::ArrayRef<std::unique_ptr<Record>>;
  llvm::Error write(class ZipWriter &Zip, RecordList List) const;
  llvm::Error writeUnlessSame(ByteOutput &Out, class ZipWriter &Zip,
                              const Record &Last) const;
  llvm::Error makeEarly(const ByteOutput &Out) const;
  llvm::Error copySource(ByteOutput &Out) const;
  size_t placeFor(PT2Kind Kind, llvm::StringRef Name,
                  llvm::StringRef Model) const;
  bool isUnchanged(const Record &R) const;

  const PT2Archive *Source = nullptr;
  std::string Root;
  /// In the order of writing, and by name. Dropped ones keep their place.
  std::vector<std::unique_ptr<Record>> Records;
  llvm::StringMap<Record *> Index;
};

} // namespace fx

#endif // FX_INTEROP_PT2WRITER_H
