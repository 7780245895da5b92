//===- TorchTypes.cpp - dtypes, layouts and memory formats ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/TorchTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using namespace fx;
using namespace llvm;

namespace {
struct DTypeNames {
  StringLiteral Full, Short;
};
} // namespace

// In the order of the enumeration. Short names are torch.fx's; the few types
// without one there use their plain name.
static constexpr DTypeNames DTypes[NumDTypes] = {
    {"torch.uint8", "u8"},
    {"torch.int8", "i8"},
    {"torch.int16", "i16"},
    {"torch.int32", "i32"},
    {"torch.int64", "i64"},
    {"torch.float16", "f16"},
    {"torch.float32", "f32"},
    {"torch.float64", "f64"},
    {"torch.complex32", "c32"},
    {"torch.complex64", "c64"},
    {"torch.complex128", "c128"},
    {"torch.bool", "b8"},
    {"torch.qint8", "qint8"},
    {"torch.quint8", "quint8"},
    {"torch.qint32", "qint32"},
    {"torch.bfloat16", "bf16"},
    {"torch.quint4x2", "quint4x2"},
    {"torch.quint2x4", "quint2x4"},
    {"torch.bits1x8", "bits1x8"},
    {"torch.bits2x4", "bits2x4"},
    {"torch.bits4x2", "bits4x2"},
    {"torch.bits8", "bits8"},
    {"torch.bits16", "bits16"},
    {"torch.float8_e5m2", "f8e5m2"},
    {"torch.float8_e4m3fn", "f8e4m3fn"},
    {"torch.float8_e5m2fnuz", "f8e5m2fnuz"},
    {"torch.float8_e4m3fnuz", "f8e4m3fnuz"},
    {"torch.uint16", "u16"},
    {"torch.uint32", "u32"},
    {"torch.uint64", "u64"},
    {"torch.uint1", "u1"},
    {"torch.uint2", "u2"},
    {"torch.uint3", "u3"},
    {"torch.uint4", "u4"},
    {"torch.uint5", "u5"},
    {"torch.uint6", "u6"},
    {"torch.uint7", "u7"},
    {"torch.int1", "i1"},
    {"torch.int2", "i2"},
    {"torch.int3", "i3"},
    {"torch.int4", "i4"},
    {"torch.int5", "i5"},
    {"torch.int6", "i6"},
    {"torch.int7", "i7"},
    {"torch.float8_e8m0fnu", "f8e8m0fnu"},
    {"torch.float4_e2m1fn_x2", "f4e2m1fnx2"},
};

static constexpr StringLiteral Layouts[NumLayouts] = {
    "torch.strided",    "torch.sparse_coo", "torch.sparse_csr", "torch._mkldnn",
    "torch.sparse_csc", "torch.sparse_bsr", "torch.sparse_bsc", "torch.jagged"};

static constexpr StringLiteral MemoryFormats[NumMemoryFormats] = {
    "torch.contiguous_format", "torch.preserve_format", "torch.channels_last",
    "torch.channels_last_3d"};

StringRef fx::toString(DType T) { return DTypes[unsigned(T)].Full; }
StringRef fx::toString(Layout L) { return Layouts[unsigned(L)]; }
StringRef fx::toString(MemoryFormat F) { return MemoryFormats[unsigned(F)]; }
StringRef fx::shortName(DType T) { return DTypes[unsigned(T)].Short; }

unsigned fx::itemSize(DType T) {
  switch (T) {
  case DType::Int16:
  case DType::Float16:
  case DType::BFloat16:
  case DType::UInt16:
  case DType::Bits16:
    return 2;
  case DType::Int32:
  case DType::Float32:
  case DType::Complex32:
  case DType::QInt32:
  case DType::UInt32:
    return 4;
  case DType::Int64:
  case DType::Float64:
  case DType::Complex64:
  case DType::UInt64:
    return 8;
  case DType::Complex128:
    return 16;
  default:
    return 1;
  }
}

bool fx::isFloatType(DType T) {
  switch (T) {
  case DType::Float16:
  case DType::Float32:
  case DType::Float64:
  case DType::BFloat16:
  case DType::Float8E5M2:
  case DType::Float8E4M3FN:
  case DType::Float8E5M2FNUZ:
  case DType::Float8E4M3FNUZ:
  case DType::Float8E8M0FNU:
  case DType::Float4E2M1FNX2:
    return true;
  default:
    return false;
  }
}

bool fx::isComplexType(DType T) {
  return T == DType::Complex32 || T == DType::Complex64 ||
         T == DType::Complex128;
}

std::optional<DType> fx::parseDType(StringRef Text) {
  for (unsigned I = 0; I != NumDTypes; ++I)
    if (DTypes[I].Full == Text)
      return DType(I);
  return std::nullopt;
}

std::optional<DType> fx::parseDTypeOrAlias(StringRef Text) {
  StringRef Canonical = StringSwitch<StringRef>(Text)
                            .Case("torch.half", "torch.float16")
                            .Case("torch.float", "torch.float32")
                            .Case("torch.double", "torch.float64")
                            .Case("torch.short", "torch.int16")
                            .Case("torch.int", "torch.int32")
                            .Case("torch.long", "torch.int64")
                            .Case("torch.chalf", "torch.complex32")
                            .Case("torch.cfloat", "torch.complex64")
                            .Case("torch.cdouble", "torch.complex128")
                            .Default(Text);
  return parseDType(Canonical);
}

std::optional<DType> fx::parseShortDType(StringRef Text) {
  for (unsigned I = 0; I != NumDTypes; ++I)
    if (DTypes[I].Short == Text)
      return DType(I);
  return std::nullopt;
}

std::optional<DType> fx::parseDTypeName(StringRef Text) {
  if (std::optional<DType> Short = parseShortDType(Text))
    return Short;
  // What they are called outside of PyTorch.
  if (Text.consume_front("fp"))
    return parseShortDType(("f" + Text).str());
  return parseDTypeOrAlias(
      Text.starts_with("torch.") ? Text.str() : ("torch." + Text).str());
}

std::optional<Layout> fx::parseLayout(StringRef Text) {
  for (unsigned I = 0; I != NumLayouts; ++I)
    if (Layouts[I] == Text)
      return Layout(I);
  return std::nullopt;
}

std::optional<MemoryFormat> fx::parseMemoryFormat(StringRef Text) {
  for (unsigned I = 0; I != NumMemoryFormats; ++I)
    if (MemoryFormats[I] == Text)
      return MemoryFormat(I);
  return std::nullopt;
}

bool fx::isDeviceText(StringRef Text) {
  static constexpr StringLiteral Types[] = {
      "cpu",  "cuda",   "mkldnn", "opengl",       "opencl", "ideep",
      "hip",  "ve",     "fpga",   "maia",         "ort",    "xla",
      "lazy", "vulkan", "mps",    "meta",         "hpu",    "mtia",
      "xpu",  "ipu",    "metal",  "privateuseone"};
  auto [Type, Index] = Text.split(':');
  if (!is_contained(Types, Type))
    return false;
  if (Type.size() == Text.size())
    return true;
  unsigned Number;
  return !Index.getAsInteger(10, Number) && Number < 128 &&
         (Index.size() == 1 || Index[0] != '0');
}
