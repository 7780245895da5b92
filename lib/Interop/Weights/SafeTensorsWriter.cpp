//===- SafeTensorsWriter.cpp - Files of weights: writing ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/NodeDiagnostic.h"
#include "fx/Interop/SafeTensors.h"
#include "fx/Support/Progress.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

/// As in ZipWriter.
static constexpr uint64_t LargeTensor = 64 << 10;
static constexpr uint64_t BlockSize = 4096;

static Error tensorError(StringRef File, StringRef Name, const Twine &What) {
  return makeFileError(diag::err_safetensors_tensor, File, Name, What);
}

Error SafeTensorsWriter::add(StringRef Name, SafeType Type,
                             ArrayRef<uint64_t> Shape, Payload Contents) {
  if (Name == "__metadata__" || !json::isUTF8(Name))
    return tensorError("", Name, "the format does not allow this name");
  if (Shape.size() > SafeTensors::MaxRank)
    return tensorError("", Name, "it has too many dimensions");
  if (detail::byteSize(Type, Shape) != Contents.size())
    return tensorError("", Name,
                       "type and shape do not make " + Twine(Contents.size()) +
                           " bytes");
  if (!Names.try_emplace(Name, Tensors.size()).second)
    return tensorError("", Name, "there are two of that name");
  Tensors.push_back({Name.str(), Type,
                     SmallVector<uint64_t, 4>(Shape.begin(), Shape.end()),
                     std::move(Contents)});
  return Error::success();
}

Error SafeTensorsWriter::add(StringRef Name, const SafeTensors &From,
                             const SafeTensor &T) {
  return add(Name, T.Type, T.Shape, Payload::range(From.range(T)));
}

/// As the format's own library quotes: UTF-8 as it is.
static void quote(StringRef Text, raw_ostream &OS) {
  OS << '"';
  for (char C : Text) {
    switch (C) {
    case '"':
      OS << "\\\"";
      continue;
    case '\\':
      OS << "\\\\";
      continue;
    case '\b':
      OS << "\\b";
      continue;
    case '\f':
      OS << "\\f";
      continue;
    case '\n':
      OS << "\\n";
      continue;
    case '\r':
      OS << "\\r";
      continue;
    case '\t':
      OS << "\\t";
      continue;
    default:
      if (static_cast<unsigned char>(C) < 0x20)
        OS << "\\u00" << (C < 0x10 ? '0' : '1') << "0123456789abcdef"[C & 15];
      else
        OS << C;
    }
  }
  OS << '"';
}

/// The JSON, padded so that the bytes after it begin at a multiple of 8, or at
/// the place in a block where the largest tensor keeps its own.
std::string SafeTensorsWriter::header(ArrayRef<const Tensor *> Order,
                                      bool KeepPlaceInBlock) const {
  std::string Text;
  raw_string_ostream OS(Text);
  const char *Separator = "{";
  if (!Metadata.empty()) {
    OS << "{\"__metadata__\":";
    for (const auto &[Key, Value] : Metadata) {
      OS << Separator;
      quote(Key, OS);
      OS << ':';
      quote(Value, OS);
      Separator = ",";
    }
    OS << '}';
  }
  uint64_t Offset = 0;
  const Tensor *Largest = nullptr;
  uint64_t LargestOffset = 0;
  for (const Tensor *T : Order) {
    OS << Separator;
    Separator = ",";
    quote(T->Name, OS);
    OS << ":{\"dtype\":\"" << toString(T->Type) << "\",\"shape\":[";
    interleave(T->Shape, OS, ",");
    uint64_t Size = T->Contents.size();
    OS << "],\"data_offsets\":[" << Offset << ',' << Offset + Size << "]}";
    if (T->Contents.range() &&
        Size > (Largest ? Largest->Contents.size() : LargeTensor)) {
      Largest = T;
      LargestOffset = Offset;
    }
    Offset += Size;
  }
  if (*Separator == '{')
    OS << '{';
  OS << '}';

  uint64_t Pad = -Text.size() & 7;
  if (KeepPlaceInBlock && Largest)
    Pad =
        (Largest->Contents.range()->Offset - LargestOffset - 8 - Text.size()) &
        (BlockSize - 1);
  Text.append(Pad, ' ');
  return Text;
}

Error SafeTensorsWriter::write(ByteOutput &Out, Options Opts) const {
  std::vector<const Tensor *> Order;
  Order.reserve(Tensors.size());
  for (const Tensor &T : Tensors)
    Order.push_back(&T);
  llvm::sort(Order, [](const Tensor *A, const Tensor *B) {
    return A->Type != B->Type ? A->Type > B->Type : A->Name < B->Name;
  });
  std::string Header = header(Order, Opts.ShareBlocks);
  if (Header.size() > SafeTensors::MaxHeaderSize)
    return makeFileError(diag::err_safetensors_header, Out.path(), 0,
                         "it would have " + Twine(Header.size()) +
                             " bytes, more than the format allows");
  char Length[8];
  support::endian::write64le(Length, Header.size());
  if (Error E = Out.write(StringRef(Length, 8)))
    return E;
  if (Error E = Out.write(Header))
    return E;
  uint64_t Total = 0;
  for (const Tensor *T : Order)
    Total += T->Contents.size();
  Progress Writing("writing weights", Total, Progress::Bytes);
  for (const Tensor *T : Order) {
    uint64_t Written;
    if (Error E = T->Contents.write(Out, Written))
      return E;
    if (Written != T->Contents.size())
      return tensorError(Out.path(), T->Name,
                         "it has " + Twine(Written) + " bytes instead of " +
                             Twine(T->Contents.size()));
  }
  return Error::success();
}

Error SafeTensorsWriter::write(StringRef Path, Options Opts) const {
  return OutputFile::write(Path, Opts.ShareBlocks,
                           [&](ByteOutput &Out) { return write(Out, Opts); });
}
