//===- PT2Archive.h - What torch.export saves: the container ----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A `.pt2` file is a zip archive with one root folder, in it programs as JSON,
/// their weights and constants as raw or pickled records, and whatever else was
/// packed with them. This is the table of its records; what stands in them is
/// for others to read.
///
/// Three generations differ in what they hold:
///   A  2.1 to 2.7: one program, no root folder, state pickled as a whole
///   B  2.8: root folder, state of each program pickled as a whole
///   C  since 2.9: root folder, one raw record per storage, and a table of them
///
/// What lib/Interop and all above it work on is C: a file is opened as an
/// archive of that generation, whatever it is.
///
/// Opening demands what PyTorch's loader demands of the container. Names of
/// records are without the root folder here.
///
//===----------------------------------------------------------------------===//

#ifndef FX_INTEROP_PT2ARCHIVE_H
#define FX_INTEROP_PT2ARCHIVE_H

#include "fx/Support/ZipReader.h"

namespace fx {

class TorchSaveFile;

/// Names of records.
namespace pt2 {
inline constexpr llvm::StringLiteral WeightsDir = "data/weights/";
inline constexpr llvm::StringLiteral ConstantsDir = "data/constants/";
inline constexpr llvm::StringLiteral ModelsDir = "models/";
inline constexpr llvm::StringLiteral SampleInputsDir = "data/sample_inputs/";
inline constexpr llvm::StringLiteral AOTInductorDir = "data/aotinductor/";
inline constexpr llvm::StringLiteral ExecuTorchDir = "data/executorch/";
inline constexpr llvm::StringLiteral ExtraDir = "extra/";
inline constexpr llvm::StringLiteral WeightPrefix = "data/weights/weight_";
inline constexpr llvm::StringLiteral TensorPrefix = "data/constants/tensor_";
inline constexpr llvm::StringLiteral CustomObjectPrefix =
    "data/constants/custom_obj_";
inline constexpr llvm::StringLiteral OpaqueObjectPrefix =
    "data/constants/opaque_obj_";
inline constexpr llvm::StringLiteral ArchiveFormat = "archive_format";
inline constexpr llvm::StringLiteral ArchiveVersion = "archive_version";
inline constexpr llvm::StringLiteral ByteOrder = "byteorder";
inline constexpr llvm::StringLiteral Version = ".data/version";
inline constexpr llvm::StringLiteral SerializationId = ".data/serialization_id";

std::string programName(llvm::StringRef Model);
std::string sampleInputsName(llvm::StringRef Model);
std::string weightsConfigName(llvm::StringRef Model);
std::string constantsConfigName(llvm::StringRef Model);
/// Name of the record with pickled weights, in archives of generation B.
std::string pickledWeightsName(llvm::StringRef Model);
std::string pickledConstantsName(llvm::StringRef Model);
} // namespace pt2

/// What a record is, in the order in which PyTorch writes them. The first seven
/// belong to a model, and repeat for each.
enum class PT2Kind : uint8_t {
  Weight,
  WeightsConfig,
  Constant,
  ConstantsConfig,
  Program,
  SampleInputs,
  /// Weights or constants of a whole model, pickled.
  PickledState,
  AOTInductor,
  Extra,
  ExecuTorch,
  ArchiveFormat,
  ArchiveVersion,
  Version,
  ByteOrder,
  SerializationId,
  /// Unknown; carried along.
  Other,
};

/// One program of an archive. A reader of generation C takes WeightsConfig
/// unless there are PickledWeights, as PyTorch does; the same for constants.
struct PT2Model {
  llvm::StringRef Name;
  const ZipEntry *Program = nullptr;
  /// Has 0 bytes when there are none. Null in the oldest files of generation A,
  /// which have no PickledConstants either.
  const ZipEntry *SampleInputs = nullptr;
  const ZipEntry *WeightsConfig = nullptr;
  const ZipEntry *ConstantsConfig = nullptr;
  const ZipEntry *PickledWeights = nullptr;
  const ZipEntry *PickledConstants = nullptr;
};

/// An open archive.
class PT2Archive {
public:
  enum class Generation { A, B, C };

  /// Errors: those of ZipReader::open; err_archive_not_program,
  /// err_archive_no_record, err_archive_record.
  static llvm::Expected<std::unique_ptr<PT2Archive>>
  open(std::unique_ptr<ZipReader> Zip);
  /// The same with a file, and upgrade().
  static llvm::Expected<std::unique_ptr<PT2Archive>>
  open(llvm::StringRef Path, ZipLimits Limits = {});
  /// \p Old as an archive of generation C, which is what it shows from now on:
  /// the pickled state is read, tables are made of it, and storages are records
  /// of their own. Programs are not touched. One of generation C stays what it
  /// is. Errors: those of TorchSaveFile, err_archive_record.
  static llvm::Expected<std::unique_ptr<PT2Archive>>
  upgrade(std::unique_ptr<PT2Archive> Old);
  ~PT2Archive();

  const ZipReader &zip() const { return *Zip; }
  llvm::StringRef path() const { return Zip->file().path(); }
  /// What was written; see isUpgraded().
  Generation generation() const { return Gen; }
  /// Whether this is a view of an older archive.
  bool isUpgraded() const { return Old != nullptr; }
  /// Name of the root folder; empty in generation A.
  llvm::StringRef root() const { return Root; }
  /// Whether the raw records were written by a big-endian machine. PyTorch does
  /// not look at this and reads nonsense.
  bool isBigEndian() const { return BigEndian; }

  /// In the order of the archive. May be empty: some hold compiled models only.
  llvm::ArrayRef<PT2Model> models() const { return Models; }
  const PT2Model *findModel(llvm::StringRef Name) const;

  /// All records, in their order.
  llvm::ArrayRef<ZipEntry> entries() const { return Zip->entries(); }
  PT2Kind kind(const ZipEntry &Entry) const {
    return Kinds[&Entry - Zip->entries().data()];
  }
  /// Without the root folder; empty for the folder itself.
  llvm::StringRef name(const ZipEntry &Entry) const;
  /// The name of a record in the file: of an upgraded archive that of the old
  /// record that it is.
  llvm::StringRef originalName(const ZipEntry &Entry) const;
  /// The record of that name, or null.
  const ZipEntry *find(llvm::StringRef Name) const;
  /// Its contents. Errors: those of ZipReader::read.
  llvm::Expected<llvm::StringRef> read(const ZipEntry &Entry) const {
    return Zip->read(Entry);
  }
  /// Errors besides: err_archive_no_record.
  llvm::Expected<llvm::StringRef> read(llvm::StringRef Name) const;

private:
  class Opener;
  explicit PT2Archive(std::unique_ptr<ZipReader> Zip);

  /// What this is a view of.
  std::unique_ptr<PT2Archive> Old;
  std::vector<std::unique_ptr<TorchSaveFile>> States;
  std::unique_ptr<ZipReader> Zip;
  llvm::StringRef Root;
  Generation Gen = Generation::C;
  bool BigEndian = false;
  std::vector<PT2Model> Models;
  /// Kind of each entry.
  std::vector<PT2Kind> Kinds;
};

} // namespace fx

#endif // FX_INTEROP_PT2ARCHIVE_H
