//===- TorchTypes.h - dtypes, layouts and memory formats --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// PyTorch's closed enumerations, without PyTorch. The spellings are those of
/// Python (`torch.float32`); aliases (`torch.float`) are read as the same
/// value.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_TORCHTYPES_H
#define FX_IR_TORCHTYPES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace fx {

/// torch.dtype.
enum class DType : uint8_t {
  UInt8,
  Int8,
  Int16,
  Int32,
  Int64,
  Float16,
  Float32,
  Float64,
  Complex32,
  Complex64,
  Complex128,
  Bool,
  QInt8,
  QUInt8,
  QInt32,
  BFloat16,
  QUInt4x2,
  QUInt2x4,
  Bits1x8,
  Bits2x4,
  Bits4x2,
  Bits8,
  Bits16,
  Float8E5M2,
  Float8E4M3FN,
  Float8E5M2FNUZ,
  Float8E4M3FNUZ,
  UInt16,
  UInt32,
  UInt64,
  UInt1,
  UInt2,
  UInt3,
  UInt4,
  UInt5,
  UInt6,
  UInt7,
  Int1,
  Int2,
  Int3,
  Int4,
  Int5,
  Int6,
  Int7,
  Float8E8M0FNU,
  Float4E2M1FNX2,
};
constexpr unsigned NumDTypes = unsigned(DType::Float4E2M1FNX2) + 1;

/// torch.layout.
enum class Layout : uint8_t {
  Strided,
  Sparse,
  SparseCsr,
  Mkldnn,
  SparseCsc,
  SparseBsr,
  SparseBsc,
  Jagged,
};
constexpr unsigned NumLayouts = unsigned(Layout::Jagged) + 1;

/// torch.memory_format.
enum class MemoryFormat : uint8_t {
  Contiguous,
  Preserve,
  ChannelsLast,
  ChannelsLast3d,
};
constexpr unsigned NumMemoryFormats =
    unsigned(MemoryFormat::ChannelsLast3d) + 1;

/// Python's spelling, with `torch.` in front: `torch.float32`.
llvm::StringRef toString(DType T);
llvm::StringRef toString(Layout L);
llvm::StringRef toString(MemoryFormat F);

/// The short name that torch.fx prints in annotations: `f32`, `i64`, `b8`.
llvm::StringRef shortName(DType T);

/// Bytes of an element (torch.dtype.itemsize).
unsigned itemSize(DType T);
/// Whether elements are floats of any width (torch.dtype.is_floating_point).
bool isFloatType(DType T);
/// Whether elements are complex numbers (torch.dtype.is_complex).
bool isComplexType(DType T);

/// Reads Python's canonical spelling (`torch.float32`) only; std::nullopt for
/// anything else, aliases too.
std::optional<DType> parseDType(llvm::StringRef Text);
/// As parseDType, and the aliases (`torch.float`, `torch.long`) as well.
std::optional<DType> parseDTypeOrAlias(llvm::StringRef Text);
std::optional<Layout> parseLayout(llvm::StringRef Text);
std::optional<MemoryFormat> parseMemoryFormat(llvm::StringRef Text);
/// The dtype of a short name (`f32`).
std::optional<DType> parseShortDType(llvm::StringRef Text);
/// What people write: all of these, and names without their module, such as
/// `bf16`, `bfloat16` and `float`. Whoever reads a dtype from a command
/// line or a file that people edit takes this.
std::optional<DType> parseDTypeName(llvm::StringRef Text);

/// Whether \p Text is a device as PyTorch prints one: a known device type,
/// `:index` after it or not (`cpu`, `cuda:1`).
bool isDeviceText(llvm::StringRef Text);

} // namespace fx

#endif // FX_IR_TORCHTYPES_H
