//===- SafeTensors.cpp - Fuzz target: files of weights --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file that is taken has all its tensors inside, and comes out of the writer
// with the same ones.
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/SafeTensors.h"
#include "Fuzz.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using fx::fuzz::check;
using fx::fuzz::checkError;
using llvm::Expected;
using llvm::StringRef;

static Expected<std::unique_ptr<SafeTensors>> open(StringRef Bytes) {
  return SafeTensors::open(MappedFile::fromBuffer(
      llvm::MemoryBuffer::getMemBuffer(Bytes, "fuzz.safetensors", false)));
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Expected<std::unique_ptr<SafeTensors>> File = open(fuzz::asText(Data, Size));
  if (!File) {
    checkError(File.takeError());
    return 0;
  }
  SafeTensorsWriter Writer;
  for (const SafeTensor &T : (*File)->tensors()) {
    check((*File)->find(T.Name) == &T, "looking up a name");
    check((*File)->bytes(T).size() == T.Size, "the size of a tensor");
    check(!Writer.add(T.Name, **File, T), "a tensor cannot be written");
  }
  for (auto [Key, Value] : (*File)->metadata())
    Writer.setMetadata(Key, Value);
  std::string Bytes;
  llvm::raw_string_ostream OS(Bytes);
  StreamOutput Out(OS);
  check(!Writer.write(Out), "a file cannot be written");
  Expected<std::unique_ptr<SafeTensors>> Again = open(Bytes);
  check(bool(Again), "a written file is refused");
  check((*Again)->tensors().size() == (*File)->tensors().size(),
        "the number of tensors");
  for (const SafeTensor &T : (*File)->tensors()) {
    const SafeTensor *Copy = (*Again)->find(T.Name);
    check(Copy && Copy->Type == T.Type && Copy->Shape == T.Shape &&
              (*Again)->bytes(*Copy) == (*File)->bytes(T),
          "a tensor changes");
  }
  return 0;
}
