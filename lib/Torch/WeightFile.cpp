//===- WeightFile.cpp - Memory of tensors from files ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WeightFile.h"
#include "fx/Interop/PT2Archive.h"
#include "fx/Interop/SafeTensors.h"
#include <c10/core/CPUAllocator.h>
#include <cstring>
#include <sys/mman.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;

/// A private mapping of a file: the kernel copies a page when it is written.
struct WeightFile::Mapping {
  void *Start = MAP_FAILED;
  size_t Size = 0;
  explicit Mapping(const MappedFile &File) {
    if (File.fd() < 0 || !File.size())
      return;
    Size = File.start() + File.size();
    Start = mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_NORESERVE, File.fd(), 0);
  }
  Mapping(const Mapping &) = delete;
  Mapping &operator=(const Mapping &) = delete;
  ~Mapping() {
    if (Start != MAP_FAILED)
      munmap(Start, Size);
  }
};

WeightFile::~WeightFile() = default;

Expected<std::unique_ptr<WeightFile>> WeightFile::open(StringRef Path) {
  std::unique_ptr<WeightFile> Result(new WeightFile);
  if (Path.ends_with(".safetensors")) {
    Expected<std::unique_ptr<SafeTensors>> File = SafeTensors::open(Path);
    if (!File)
      return File.takeError();
    Result->Tensors = std::move(*File);
    return Result;
  }
  Expected<std::unique_ptr<PT2Archive>> Archive = PT2Archive::open(Path);
  if (!Archive)
    return Archive.takeError();
  Result->Archive = std::move(*Archive);
  return Result;
}

/// The widest alignment that a type of element needs.
static constexpr uintptr_t WidestElement = 16;

c10::Storage WeightFile::makeStorage(const MappedFile &File, StringRef Bytes) {
  if (!Map)
    Map = std::make_shared<Mapping>(File);
  const char *Begin = File.bytes().begin();
  bool IsInFile = Bytes.begin() >= Begin && Bytes.end() <= File.bytes().end();
  if (Map->Start != MAP_FAILED && IsInFile && !Bytes.empty()) {
    char *Data = static_cast<char *>(Map->Start) + File.start() +
                 (Bytes.begin() - Begin);
    // Safetensors files align their tensors to eight bytes at most; 8 is
    // enough for all but complex128, whose parts are doubles.
    if (reinterpret_cast<uintptr_t>(Data) % (WidestElement / 2) == 0) {
      auto *Owner = new std::shared_ptr<Mapping>(Map);
      c10::DataPtr Pointer(
          Data, Owner,
          [](void *P) { delete static_cast<std::shared_ptr<Mapping> *>(P); },
          c10::Device(c10::DeviceType::CPU));
      return c10::Storage(c10::Storage::use_byte_size_t(), Bytes.size(),
                          std::move(Pointer), nullptr, /*resizable=*/false);
    }
  }
  c10::Storage Copy(c10::Storage::use_byte_size_t(), Bytes.size(),
                    c10::GetCPUAllocator(), /*resizable=*/false);
  if (!Bytes.empty())
    std::memcpy(Copy.data_ptr().get(), Bytes.data(), Bytes.size());
  return Copy;
}

Expected<const WeightRecord *> WeightFile::find(StringRef Name) {
  if (auto Known = Records.find(Name); Known != Records.end())
    return &Known->second;
  WeightRecord R;
  if (Tensors) {
    const SafeTensor *T = Tensors->findTied(Name);
    if (!T)
      return nullptr;
    // Tied tensors share memory.
    if (T->Name != Name) {
      Expected<const WeightRecord *> Other = find(T->Name);
      if (!Other)
        return Other;
      R = **Other;
    } else {
      R.Storage = makeStorage(Tensors->file(), Tensors->bytes(*T));
      R.Type = dtypeOf(T->Type);
      R.Sizes.assign(T->Shape.begin(), T->Shape.end());
    }
  } else {
    const ZipEntry *Entry = Archive->find(Name);
    if (!Entry)
      return nullptr;
    Expected<StringRef> Bytes = Archive->read(*Entry);
    if (!Bytes)
      return Bytes.takeError();
    R.Storage = makeStorage(Archive->zip().file(), *Bytes);
  }
  return &(Records[Name] = std::move(R));
}
