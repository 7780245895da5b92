//===- SafeTensors.h - Files of weights -------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The safetensors format: a length, a header of JSON that names tensors with
/// type, shape and place, and their bytes, little-endian, without holes.
///
/// Files are mapped: opening reads the header alone, a tensor's bytes are read
/// when somebody looks at them. What the format's own library refuses is
/// refused here, but for tensors that share their bytes: those are tied
/// weights.
///
/// The format knows no ties. As safetensors.torch.save_model does, the writer
/// stores tied weights once, and lets the metadata map the other names to the
/// one that is there; see SafeTensors::findTied.
///
//===----------------------------------------------------------------------===//

#ifndef FX_INTEROP_SAFETENSORS_H
#define FX_INTEROP_SAFETENSORS_H

#include "fx/IR/TorchTypes.h"
#include "fx/Support/Payload.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Allocator.h"
#include <map>
#include <vector>

namespace fx {

/// Types of elements, in the format's order: the writer puts the last first.
enum class SafeType : uint8_t {
  Bool,
  F4,
  F6_E2M3,
  F6_E3M2,
  U8,
  I8,
  F8_E5M2,
  F8_E4M3,
  F8_E8M0,
  F8_E4M3FNUZ,
  F8_E5M2FNUZ,
  I16,
  U16,
  F16,
  BF16,
  I32,
  U32,
  F32,
  C64,
  F64,
  I64,
  U64,
};

/// The format's name: `BF16`.
llvm::StringRef toString(SafeType Type);
std::optional<SafeType> parseSafeType(llvm::StringRef Text);
/// Size of an element, in bits.
unsigned bitSize(SafeType Type);
/// The torch.dtype whose elements these are; none for those PyTorch does not
/// have, and for F4, which it packs in pairs.
std::optional<DType> dtypeOf(SafeType Type);
/// The type that holds a torch.dtype; none where the format has none.
std::optional<SafeType> safeTypeOf(DType Type);

namespace detail {
/// Bytes of a tensor; none if they are not whole bytes, or too many.
std::optional<uint64_t> byteSize(SafeType Type, llvm::ArrayRef<uint64_t> Shape);
} // namespace detail

/// One tensor of a file.
struct SafeTensor {
  /// \name Live as long as the file.
  /// @{
  llvm::StringRef Name;
  llvm::ArrayRef<uint64_t> Shape;
  /// @}
  /// Of its bytes, in the file.
  uint64_t Offset;
  uint64_t Size;
  SafeType Type;
};

/// An open file.
class SafeTensors {
public:
  /// The limit of the format.
  static constexpr uint64_t MaxHeaderSize = 100'000'000;
  /// Tensors, and entries of the metadata.
  static constexpr uint64_t MaxTensors = 1 << 19;
  static constexpr uint64_t MaxRank = 64;

  /// Errors: err_safetensors_header, err_safetensors_tensor; err_open_input.
  static llvm::Expected<std::unique_ptr<SafeTensors>>
  open(std::shared_ptr<const MappedFile> File);
  static llvm::Expected<std::unique_ptr<SafeTensors>>
  open(llvm::StringRef Path);

  const MappedFile &file() const { return *File; }
  /// In the order of their bytes.
  llvm::ArrayRef<SafeTensor> tensors() const { return Tensors; }
  /// The tensor of that name, or null. O(log n).
  const SafeTensor *find(llvm::StringRef Name) const;
  /// The same; where there is none, the tensor that the metadata gives for it.
  const SafeTensor *findTied(llvm::StringRef Name) const;

  FileRange range(const SafeTensor &T) const {
    return {File.get(), T.Offset, T.Size};
  }
  llvm::StringRef bytes(const SafeTensor &T) const { return range(T).bytes(); }

  /// `__metadata__`, in its order.
  using MetadataEntry = std::pair<llvm::StringRef, llvm::StringRef>;
  llvm::ArrayRef<MetadataEntry> metadata() const { return Metadata; }

private:
  class HeaderParser;
  explicit SafeTensors(std::shared_ptr<const MappedFile> File)
      : File(std::move(File)) {}

  std::shared_ptr<const MappedFile> File;
  /// Holds shapes, and names with escapes.
  llvm::BumpPtrAllocator Arena;
  std::vector<SafeTensor> Tensors;
  /// Indices into Tensors, sorted by name.
  std::vector<uint32_t> ByName;
  std::vector<MetadataEntry> Metadata;
};

/// A file to be written.
class SafeTensorsWriter {
public:
  /// \p Contents has as many bytes as type and shape say. Names are UTF-8 and
  /// unique. Errors: err_safetensors_tensor.
  llvm::Error add(llvm::StringRef Name, SafeType Type,
                  llvm::ArrayRef<uint64_t> Shape, Payload Contents);
  /// A tensor of another file that stays open until this one is written.
  llvm::Error add(llvm::StringRef Name, const SafeTensors &From,
                  const SafeTensor &T);
  /// \p Name is another name of the tensor \p Of: an entry of the metadata.
  void tie(llvm::StringRef Name, llvm::StringRef Of) { setMetadata(Name, Of); }
  void setMetadata(llvm::StringRef Key, llvm::StringRef Value) {
    Metadata[Key.str()] = Value.str();
  }

  struct Options {
    /// Share the blocks of large tensors with the files they come from where
    /// the file system can.
    bool ShareBlocks = false;
  };
  /// Writes the bytes that the format's own library would write: tensors sorted
  /// by type and name. The metadata is sorted by key.
  llvm::Error write(ByteOutput &Out, Options Opts) const;
  llvm::Error write(ByteOutput &Out) const { return write(Out, Options()); }
  /// Writes a file, whole or not at all; it may be one that tensors come from.
  llvm::Error write(llvm::StringRef Path, Options Opts) const;
  llvm::Error write(llvm::StringRef Path) const {
    return write(Path, Options());
  }

private:
  struct Tensor {
    std::string Name;
    SafeType Type;
    llvm::SmallVector<uint64_t, 4> Shape;
    Payload Contents;
  };
  std::string header(llvm::ArrayRef<const Tensor *> Order,
                     bool KeepPlaceInBlock) const;

  std::vector<Tensor> Tensors;
  llvm::StringMap<size_t> Names;
  std::map<std::string, std::string> Metadata;
};

} // namespace fx

#endif // FX_INTEROP_SAFETENSORS_H
