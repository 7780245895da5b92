//===- SafeTensors.cpp - Files of weights: types and reading --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/SafeTensors.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Support/JSONReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"

using namespace fx;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

namespace {
struct TypeInfo {
  SafeType Type;
  StringLiteral Name;
  unsigned Bits;
  std::optional<DType> Torch;
};
} // namespace

static const TypeInfo Types[] = {
    {SafeType::Bool, "BOOL", 8, DType::Bool},
    {SafeType::F4, "F4", 4, std::nullopt},
    {SafeType::F6_E2M3, "F6_E2M3", 6, std::nullopt},
    {SafeType::F6_E3M2, "F6_E3M2", 6, std::nullopt},
    {SafeType::U8, "U8", 8, DType::UInt8},
    {SafeType::I8, "I8", 8, DType::Int8},
    {SafeType::F8_E5M2, "F8_E5M2", 8, DType::Float8E5M2},
    {SafeType::F8_E4M3, "F8_E4M3", 8, DType::Float8E4M3FN},
    {SafeType::F8_E8M0, "F8_E8M0", 8, DType::Float8E8M0FNU},
    {SafeType::F8_E4M3FNUZ, "F8_E4M3FNUZ", 8, DType::Float8E4M3FNUZ},
    {SafeType::F8_E5M2FNUZ, "F8_E5M2FNUZ", 8, DType::Float8E5M2FNUZ},
    {SafeType::I16, "I16", 16, DType::Int16},
    {SafeType::U16, "U16", 16, DType::UInt16},
    {SafeType::F16, "F16", 16, DType::Float16},
    {SafeType::BF16, "BF16", 16, DType::BFloat16},
    {SafeType::I32, "I32", 32, DType::Int32},
    {SafeType::U32, "U32", 32, DType::UInt32},
    {SafeType::F32, "F32", 32, DType::Float32},
    {SafeType::C64, "C64", 64, DType::Complex64},
    {SafeType::F64, "F64", 64, DType::Float64},
    {SafeType::I64, "I64", 64, DType::Int64},
    {SafeType::U64, "U64", 64, DType::UInt64},
};

StringRef fx::toString(SafeType Type) { return Types[unsigned(Type)].Name; }
unsigned fx::bitSize(SafeType Type) { return Types[unsigned(Type)].Bits; }
std::optional<DType> fx::dtypeOf(SafeType Type) {
  return Types[unsigned(Type)].Torch;
}
std::optional<SafeType> fx::parseSafeType(StringRef Text) {
  for (const TypeInfo &Info : Types)
    if (Info.Name == Text)
      return Info.Type;
  return std::nullopt;
}
std::optional<SafeType> fx::safeTypeOf(DType Type) {
  for (const TypeInfo &Info : Types)
    if (Info.Torch == Type)
      return Info.Type;
  return std::nullopt;
}

std::optional<uint64_t> fx::detail::byteSize(SafeType Type,
                                             ArrayRef<uint64_t> Shape) {
  std::optional<uint64_t> Bits = bitSize(Type);
  for (uint64_t Extent : Shape)
    if (!(Bits = checkedMulUnsigned(*Bits, Extent)))
      return std::nullopt;
  return *Bits % 8 ? std::nullopt : std::optional<uint64_t>(*Bits / 8);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Reads a header.
class SafeTensors::HeaderParser {
public:
  explicit HeaderParser(SafeTensors &Out)
      : Out(Out), File(Out.File->bytes()), JSON("") {}

  Error parse() {
    if (Error E = findHeader())
      return E;
    bool First = true;
    StringRef Key;
    for (JSON.beginObject(); JSON.nextMember(First, Key);) {
      if (Key == "__metadata__" ? !readMetadata() : !readTensor(Key))
        break;
      if (Out.Tensors.size() > MaxTensors)
        return bad("there are more than " + Twine(MaxTensors) + " tensors",
                   JSON.position() - File.data());
    }
    if (Problem)
      return std::move(Problem);
    if (!JSON.expectEnd())
      return bad(JSON.message(), HeaderOffset + JSON.errorOffset());
    if (Error E = checkPlaces())
      return E;
    return indexNames();
  }

private:
  Error bad(const Twine &What, uint64_t Offset) const {
    return makeFileError(diag::err_safetensors_header, Out.File->path(), Offset,
                         What);
  }
  Error badTensor(StringRef Name, const Twine &What) const {
    return makeFileError(diag::err_safetensors_tensor, Out.File->path(), Name,
                         What);
  }
  /// Keeps an error of a tensor until the JSON is left. Returns false.
  bool fail(StringRef Name, const Twine &What) {
    Problem = joinErrors(std::move(Problem), badTensor(Name, What));
    return false;
  }
  /// Lets a string that was just read live as long as the file. False for one
  /// that is not UTF-8: its escapes may be halves of characters.
  bool keep(StringRef &Text) {
    if (std::less_equal<>()(File.begin(), Text.begin()) &&
        std::less<>()(Text.begin(), File.end()))
      return true;
    if (!json::isUTF8(Text))
      return JSON.fail("an escape is half of a character");
    Text = Text.copy(Out.Arena);
    return true;
  }

  Error findHeader();
  bool readMetadata();
  bool readTensor(StringRef Key);
  bool readNumbers(SmallVectorImpl<uint64_t> &Numbers, size_t Limit);
  Error checkPlaces();
  Error indexNames();

  static constexpr uint64_t HeaderOffset = 8;
  SafeTensors &Out;
  StringRef File;
  JSONReader JSON;
  Error Problem = Error::success();
  /// Where the bytes begin, and how many there are.
  uint64_t DataOffset = 0, DataSize = 0;
  bool HasMetadata = false;
};

Error SafeTensors::HeaderParser::findHeader() {
  if (File.size() < HeaderOffset)
    return bad("the file is too short", 0);
  uint64_t Size = support::endian::read64le(File.data());
  if (Size > MaxHeaderSize)
    return bad("a header of " + Twine(Size) + " bytes is more than " +
                   Twine(MaxHeaderSize),
               0);
  if (Size > File.size() - HeaderOffset)
    return bad(
        "a header of " + Twine(Size) + " bytes is more than the file has", 0);
  StringRef Header = File.substr(HeaderOffset, Size);
  if (!Header.starts_with("{"))
    return bad("expected '{'", HeaderOffset);
  size_t ErrorOffset = 0;
  if (!json::isUTF8(Header, &ErrorOffset))
    return bad("it is not UTF-8", HeaderOffset + ErrorOffset);
  DataOffset = HeaderOffset + Size;
  DataSize = File.size() - DataOffset;
  JSON = JSONReader(Header);
  return Error::success();
}

bool SafeTensors::HeaderParser::readMetadata() {
  if (std::exchange(HasMetadata, true))
    return JSON.fail("there is a second '__metadata__'");
  if (JSON.consumeNull())
    return true;
  bool First = true;
  StringRef Key, Value;
  if (!JSON.beginObject())
    return false;
  while (JSON.nextMember(First, Key)) {
    if (Out.Metadata.size() == MaxTensors)
      return JSON.fail("there are more than " + Twine(MaxTensors) + " entries");
    if (!keep(Key) || !JSON.readString(Value) || !keep(Value))
      return false;
    Out.Metadata.emplace_back(Key, Value);
  }
  return JSON.good();
}

bool SafeTensors::HeaderParser::readNumbers(SmallVectorImpl<uint64_t> &Numbers,
                                            size_t Limit) {
  bool First = true;
  if (!JSON.beginArray())
    return false;
  while (JSON.nextElement(First)) {
    const char *At = JSON.position();
    int64_t Number;
    if (!JSON.readInt(Number))
      return false;
    if (Number < 0)
      return JSON.fail("expected a number from 0 on", At);
    if (Numbers.size() == Limit)
      return JSON.fail("expected at most " + Twine(Limit) + " numbers", At);
    Numbers.push_back(Number);
  }
  return JSON.good();
}

bool SafeTensors::HeaderParser::readTensor(StringRef Key) {
  SafeTensor T;
  if (!keep(Key))
    return false;
  T.Name = Key;
  std::optional<SafeType> Type;
  SmallVector<uint64_t, 8> Shape, Offsets;
  bool First = true, HasShape = false, HasOffsets = false;
  if (!JSON.beginObject())
    return false;
  while (JSON.nextMember(First, Key)) {
    bool IsType = Key == "dtype", IsShape = Key == "shape",
         IsOffsets = Key == "data_offsets";
    if ((IsType && Type) || (IsShape && HasShape) || (IsOffsets && HasOffsets))
      return fail(T.Name, "'" + Key + "' is given twice");
    if (IsType) {
      StringRef Text;
      if (!JSON.readString(Text))
        return false;
      if (!(Type = parseSafeType(Text)))
        return fail(T.Name,
                    "there is no type '" + detail::diagArgument(Text) + "'");
    } else if (IsShape) {
      HasShape = true;
      if (!readNumbers(Shape, MaxRank))
        return false;
    } else if (IsOffsets) {
      HasOffsets = true;
      if (!readNumbers(Offsets, 2))
        return false;
    } else if (!JSON.skipValue()) {
      return false;
    }
  }
  if (!JSON.good())
    return false;
  if (!Type || !HasShape || !HasOffsets)
    return fail(T.Name, "it has no '" +
                            Twine(!Type       ? "dtype"
                                  : !HasShape ? "shape"
                                              : "data_offsets") +
                            "'");
  if (Offsets.size() != 2 || Offsets[0] > Offsets[1] || Offsets[1] > DataSize)
    return fail(T.Name, "its place is not in the file");
  T.Type = *Type;
  T.Shape = ArrayRef(Shape).copy(Out.Arena);
  T.Offset = DataOffset + Offsets[0];
  T.Size = Offsets[1] - Offsets[0];
  if (detail::byteSize(T.Type, T.Shape) != T.Size)
    return fail(T.Name,
                "type and shape do not make " + Twine(T.Size) + " bytes");
  Out.Tensors.push_back(T);
  return true;
}

/// Tensors stand one after the other, or in the same place.
Error SafeTensors::HeaderParser::checkPlaces() {
  auto Place = [](const SafeTensor &T) {
    return std::make_tuple(T.Offset, T.Size, T.Name);
  };
  llvm::sort(Out.Tensors, [&](const SafeTensor &A, const SafeTensor &B) {
    return Place(A) < Place(B);
  });
  uint64_t End = DataOffset;
  const SafeTensor *Last = nullptr;
  for (const SafeTensor &T : Out.Tensors) {
    bool IsTied = Last && Last->Offset == T.Offset && Last->Size == T.Size;
    if (T.Offset != End && !IsTied)
      return badTensor(
          T.Name,
          T.Offset < End
              ? "it overlaps tensor '" + detail::diagArgument(Last->Name) + "'"
              : Twine(T.Offset - End) + " bytes before it belong to nothing");
    End = T.Offset + T.Size;
    Last = &T;
  }
  if (End != File.size())
    return bad(Twine(File.size() - End) +
                   " bytes at the end of the file belong to nothing",
               HeaderOffset);
  return Error::success();
}

Error SafeTensors::HeaderParser::indexNames() {
  Out.ByName.resize(Out.Tensors.size());
  for (size_t I = 0; I != Out.ByName.size(); ++I)
    Out.ByName[I] = I;
  llvm::sort(Out.ByName, [&](uint32_t A, uint32_t B) {
    return Out.Tensors[A].Name < Out.Tensors[B].Name;
  });
  for (size_t I = 1; I < Out.ByName.size(); ++I)
    if (StringRef Name = Out.Tensors[Out.ByName[I]].Name;
        Name == Out.Tensors[Out.ByName[I - 1]].Name)
      return badTensor(Name, "there are two of that name");
  return Error::success();
}

Expected<std::unique_ptr<SafeTensors>>
SafeTensors::open(std::shared_ptr<const MappedFile> File) {
  // The magic number of torch.save: no header is that long.
  if (File->bytes().starts_with("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9"))
    return makeFileError(diag::err_open_input, File->path(),
                         "this is a pickle, as torch.save wrote it before "
                         "PyTorch 1.6; load it and save it again");
  std::unique_ptr<SafeTensors> Result(new SafeTensors(std::move(File)));
  if (Error E = HeaderParser(*Result).parse())
    return E;
  return Result;
}

Expected<std::unique_ptr<SafeTensors>> SafeTensors::open(StringRef Path) {
  Expected<std::shared_ptr<MappedFile>> File = MappedFile::open(Path);
  if (!File)
    return File.takeError();
  return open(std::move(*File));
}

const SafeTensor *SafeTensors::find(StringRef Name) const {
  auto It = llvm::lower_bound(ByName, Name, [&](uint32_t I, StringRef Name) {
    return Tensors[I].Name < Name;
  });
  return It != ByName.end() && Tensors[*It].Name == Name ? &Tensors[*It]
                                                         : nullptr;
}

const SafeTensor *SafeTensors::findTied(StringRef Name) const {
  if (const SafeTensor *T = find(Name))
    return T;
  for (auto [Key, Value] : Metadata)
    if (Key == Name)
      return find(Value);
  return nullptr;
}
