//===- NumPyFile.cpp - Arrays of NumPy ------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/NumPyFile.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Support/MappedFile.h"
#include "fx/Support/ZipReader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace fx;
using namespace llvm;

static constexpr StringLiteral Magic = "\x93NUMPY";

bool fx::isNumPyName(StringRef Path) {
  return Path.ends_with(".npy") || Path.ends_with(".npz");
}

/// The value of `'Key': ` in the header, which is the text of a dictionary of
/// Python.
static StringRef valueOf(StringRef Header, StringRef Key) {
  size_t At = Header.find(("'" + Key + "':").str());
  return At == StringRef::npos ? ""
                               : Header.substr(At + Key.size() + 3).ltrim();
}

/// `<f4`: byte order, kind, bytes of an element.
static Expected<DType> parseType(StringRef Text) {
  Text = Text.ltrim('\'').take_until([](char C) { return C == '\''; });
  if (Text.starts_with(">"))
    return createStringError("its bytes are big-endian");
  if (Text.starts_with("|O"))
    return createStringError("its elements are Python objects, which are "
                             "pickled and not read");
  if (Text.starts_with("["))
    return createStringError("its elements are records with several fields, "
                             "which is not a type of tensors");
  std::optional<DType> Type =
      StringSwitch<std::optional<DType>>(Text.drop_front(!Text.empty()))
          .Case("f2", DType::Float16)
          .Case("f4", DType::Float32)
          .Case("f8", DType::Float64)
          .Case("i1", DType::Int8)
          .Case("i2", DType::Int16)
          .Case("i4", DType::Int32)
          .Case("i8", DType::Int64)
          .Case("u1", DType::UInt8)
          .Case("u2", DType::UInt16)
          .Case("u4", DType::UInt32)
          .Case("u8", DType::UInt64)
          .Case("b1", DType::Bool)
          .Case("c8", DType::Complex64)
          .Case("c16", DType::Complex128)
          .Default(std::nullopt);
  if (!Type)
    return createStringError("its elements are '" + Text +
                             "', which is not a type of tensors");
  return *Type;
}

/// `(2, 3)`, `(2,)`, `()`.
static Expected<std::vector<int64_t>> parseShape(StringRef Text) {
  std::vector<int64_t> Sizes;
  size_t End = Text.find(')');
  if (!Text.consume_front("(") || End == StringRef::npos)
    return createStringError("its header has no shape");
  for (StringRef Item : split(Text.take_front(End - 1), ',')) {
    int64_t Size;
    if (Item.trim().empty())
      continue;
    if (Item.trim().getAsInteger(10, Size) || Size < 0)
      return createStringError("its header has no shape");
    Sizes.push_back(Size);
  }
  return Sizes;
}

/// The number of elements, unless it is too large.
static std::optional<uint64_t> countElements(ArrayRef<int64_t> Sizes) {
  uint64_t Count = 1;
  for (int64_t Size : Sizes) {
    bool Overflows = false;
    Count = SaturatingMultiply<uint64_t>(Count, Size, &Overflows);
    if (Overflows)
      return std::nullopt;
  }
  return Count;
}

/// Moves the elements of \p Array from Fortran's order, where the first
/// dimension is the innermost, to that of C.
static void reorder(NumPyArray &Array) {
  auto Copy = std::make_shared<std::string>();
  Copy->reserve(Array.Bytes.size());
  size_t Rank = Array.Sizes.size(), Size = itemSize(Array.Type);
  SmallVector<size_t, 6> Index(Rank, 0), Steps(Rank, Size);
  for (size_t D = 1; D < Rank; ++D)
    Steps[D] = Steps[D - 1] * Array.Sizes[D - 1];
  while (Copy->size() < Array.Bytes.size()) {
    size_t At = 0;
    for (size_t D = 0; D < Rank; ++D)
      At += Index[D] * Steps[D];
    *Copy += Array.Bytes.substr(At, Size);
    for (size_t D = Rank; D-- > 0;) {
      if (++Index[D] < size_t(Array.Sizes[D]))
        break;
      Index[D] = 0;
    }
  }
  Array.Bytes = *Copy;
  Array.Owner = std::move(Copy);
}

Expected<NumPyArray> fx::parseNumPyArray(StringRef Bytes) {
  if (!Bytes.starts_with(Magic) || Bytes.size() < 10)
    return createStringError("it does not begin as an array of NumPy does");
  // Version 1 has a length of two bytes, later ones of four.
  size_t Begin = Bytes[6] == 1 ? 10 : 12;
  if (Bytes.size() < Begin)
    return createStringError("its header is cut off");
  uint64_t Length = Bytes[6] == 1 ? support::endian::read16le(&Bytes.data()[8])
                                  : support::endian::read32le(&Bytes.data()[8]);
  if (Length > Bytes.size() - Begin)
    return createStringError("its header is cut off");
  StringRef Header = Bytes.substr(Begin, Length);
  NumPyArray Array;
  Expected<DType> Type = parseType(valueOf(Header, "descr"));
  if (!Type)
    return Type.takeError();
  Array.Type = *Type;
  Expected<std::vector<int64_t>> Sizes = parseShape(valueOf(Header, "shape"));
  if (!Sizes)
    return Sizes.takeError();
  Array.Sizes = std::move(*Sizes);
  std::optional<uint64_t> Count = countElements(Array.Sizes);
  Array.Bytes = Bytes.drop_front(Begin + Length);
  if (!Count || *Count > Array.Bytes.size() / itemSize(Array.Type))
    return createStringError("it is cut off: its elements need more bytes than "
                             "the " +
                             Twine(Array.Bytes.size()) + " that it has");
  Array.Bytes = Array.Bytes.take_front(*Count * itemSize(Array.Type));
  if (valueOf(Header, "fortran_order").starts_with("True") &&
      Array.Sizes.size() > 1)
    reorder(Array);
  return Array;
}

static Error fileError(StringRef Path, Error E) {
  return makeFileError(diag::err_open_input, Path,
                       "this is not an array that fx-opt reads: " +
                           toString(std::move(E)));
}

Expected<std::vector<NumPyArray>> fx::readNumPyFile(StringRef Path) {
  std::vector<NumPyArray> Arrays;
  if (!Path.ends_with(".npz")) {
    Expected<std::shared_ptr<MappedFile>> File = MappedFile::open(Path);
    if (!File)
      return File.takeError();
    Expected<NumPyArray> Array = parseNumPyArray((*File)->bytes());
    if (!Array)
      return fileError(Path, Array.takeError());
    if (!Array->Owner)
      Array->Owner = std::move(*File);
    Arrays.push_back(std::move(*Array));
    return Arrays;
  }
  Expected<std::unique_ptr<ZipReader>> Zip = ZipReader::open(Path);
  if (!Zip)
    return Zip.takeError();
  return readNumPyArchive(std::move(*Zip));
}

bool fx::isNumPyArchive(const ZipReader &File) {
  return !File.entries().empty() &&
         File.entries().front().Name.ends_with(".npy");
}

Expected<std::vector<NumPyArray>>
fx::readNumPyArchive(std::shared_ptr<const ZipReader> File) {
  std::vector<NumPyArray> Arrays;
  for (const ZipEntry &Entry : File->entries()) {
    StringRef Name = Entry.Name;
    if (!Name.consume_back(".npy"))
      continue;
    Expected<StringRef> Bytes = File->read(Entry);
    if (!Bytes)
      return Bytes.takeError();
    Expected<NumPyArray> Array = parseNumPyArray(*Bytes);
    if (!Array)
      return fileError((File->file().path() + ":" + Entry.Name).str(),
                       Array.takeError());
    Array->Name = Name.str();
    if (!Array->Owner)
      Array->Owner = File;
    Arrays.push_back(std::move(*Array));
  }
  return Arrays;
}
