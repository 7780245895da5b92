//===- MappedWeights.cpp - Memory of tensors from files -------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MappedWeights.h"
#include "fx/Interop/PT2Archive.h"
#include "fx/Interop/SafeTensors.h"
#include "fx/Interop/SavedWeights.h"
#include "fx/Interop/WeightStore.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Process.h"
#include <c10/core/CPUAllocator.h>
#include <cstring>
#include <sys/mman.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;

/// A private mapping of a file: the kernel copies a page when it is written.
struct MappedWeights::Mapping {
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

MappedWeights::MappedWeights(StringRef Path)
    : Store(std::make_shared<WeightStore>()) {
  Store->addFile(Path);
}

MappedWeights::MappedWeights(std::shared_ptr<WeightStore> Store)
    : Store(std::move(Store)) {}

MappedWeights::~MappedWeights() = default;

void MappedWeights::dropPages(ArrayRef<char> Bytes) const {
  const uintptr_t PageSize = sys::Process::getPageSizeEstimate();
  for (const auto &Known : Maps) {
    const Mapping &Map = *Known.second;
    const char *Start = static_cast<const char *>(Map.Start);
    if (Map.Start == MAP_FAILED || Bytes.begin() < Start ||
        Bytes.end() > Start + Map.Size)
      continue;
    // Only whole pages: tensors beside it may have been written.
    uintptr_t Begin = alignTo(uintptr_t(Bytes.begin()), PageSize);
    uintptr_t End = alignDown(uintptr_t(Bytes.end()), PageSize);
    if (Begin < End)
      madvise(reinterpret_cast<void *>(Begin), End - Begin, MADV_DONTNEED);
    return;
  }
}

/// The widest alignment that a type of element needs.
static constexpr uintptr_t WidestElement = 16;

/// Memory with \p Bytes, which are in \p File, or somewhere if that is null.
c10::Storage MappedWeights::makeStorage(const MappedFile *File,
                                        StringRef Bytes) {
  std::shared_ptr<Mapping> Map;
  if (File && !Bytes.empty() && Bytes.begin() >= File->bytes().begin() &&
      Bytes.end() <= File->bytes().end()) {
    std::shared_ptr<Mapping> &Known = Maps[File];
    if (!Known)
      Known = std::make_shared<Mapping>(*File);
    Map = Known;
  }
  if (Map && Map->Start != MAP_FAILED) {
    char *Data = static_cast<char *>(Map->Start) + File->start() +
                 (Bytes.begin() - File->bytes().begin());
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

Expected<const WeightRecord *> MappedWeights::find(StringRef Name) {
  if (auto Known = Records.find(Name); Known != Records.end())
    return &Known->second;
  Expected<WeightStore::Place> Place = Store->find(Name);
  if (!Place)
    return Place.takeError();
  if (!*Place)
    return nullptr;
  WeightRecord R;
  const SafeTensor *T = Place->Tensor;
  if (T && T->Name != Name) {
    // Tied tensors share memory.
    Expected<const WeightRecord *> Other = find(T->Name);
    if (!Other)
      return Other;
    R = **Other;
    return &(Records[Name] = std::move(R));
  }
  const MappedFile *File = nullptr;
  if (T) {
    File = &Place->File->file();
    R.Type = dtypeOf(T->Type);
    R.Sizes.assign(T->Shape.begin(), T->Shape.end());
  } else if (Place->Saved) {
    File = &Place->Weights->file();
    R.Type = Place->Saved->Type;
    R.Sizes.assign(Place->Saved->Sizes.begin(), Place->Saved->Sizes.end());
  } else if (Place->Archive) {
    File = &Place->Archive->zip().file();
  }
  Expected<StringRef> Bytes = Store->read(Name);
  if (!Bytes)
    return Bytes.takeError();
  R.Storage = makeStorage(File, *Bytes);
  return &(Records[Name] = std::move(R));
}
