//===- SharedState.cpp - State that runs share, and what they write -------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedState.h"
#include "ProgramSignature.h"
#include "StateWrites.h"
#include "Weights/TensorStore.h"
#include <ATen/Functions.h>
#include <c10/core/CPUAllocator.h>
#include <cstring>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

SharedState::SharedState(PlanSet &Plans, ProgramSignature *Signature,
                         const TensorStore &Store) {
  DenseSet<const void *> InPlace = findWrittenMemory(Plans, Signature);
  DenseSet<const void *> Written = InPlace;
  if (Signature && Signature->Outputs)
    for (const ProgramSignature::Output &Out : *Signature->Outputs)
      if (Out.State)
        Written.insert(memoryOf(*Out.State));
  AnyInPlace = !InPlace.empty();

  DenseMap<const at::Tensor *, uint32_t> PlaceOf;
  Store.forEach([&](StringRef Path, const at::Tensor &T) {
    const void *Where = memoryOf(T);
    Memory.insert(Where);
    if (!Written.contains(Where))
      return;
    PlaceOf[&T] = uint32_t(Own.size());
    Own.push_back({&T, InPlace.contains(Where), Path.str()});
  });
  auto Assign = [&](const at::Tensor *T, std::optional<uint32_t> &Place) {
    if (auto Known = PlaceOf.find(T); T && Known != PlaceOf.end())
      Place = Known->second;
  };
  for (const std::unique_ptr<Plan> &P : Plans.plans())
    for (Instruction &I : P->Instructions)
      Assign(I.Tensor, I.Own);
  if (!Signature)
    return;
  for (ProgramSignature::Input &In : Signature->Inputs)
    Assign(In.State, In.Own);
  if (Signature->Outputs)
    for (ProgramSignature::Output &Out : *Signature->Outputs)
      Assign(Out.State, Out.Own);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// A copy of \p T; tensors in the same memory get the same memory.
static at::Tensor copyTensor(const at::Tensor &T,
                             DenseMap<const void *, c10::Storage> &Copies) {
  if (T.layout() != c10::Layout::Strided || !T.has_storage() ||
      T.is_quantized() || !T.device().is_cpu())
    return T.clone();
  const c10::Storage &Old = T.storage();
  c10::Storage &New = Copies[memoryOf(T)];
  if (!New) {
    New = c10::Storage(c10::Storage::use_byte_size_t(), Old.nbytes(),
                       c10::GetCPUAllocator(), /*resizable=*/true);
    if (Old.nbytes())
      std::memcpy(New.data_ptr().get(), Old.data_ptr().get(), Old.nbytes());
  }
  at::Tensor Copy = at::empty({0}, at::TensorOptions().dtype(T.scalar_type()));
  Copy.set_(New, T.storage_offset(), T.sizes(), T.strides());
  return Copy;
}

std::vector<at::Tensor> SharedState::copy(bool OnlyInPlace) const {
  DenseMap<const void *, c10::Storage> Copies;
  std::vector<at::Tensor> Result;
  Result.reserve(Own.size());
  for (const OwnTensor &O : Own)
    Result.push_back(OnlyInPlace && !O.InPlace
                         ? *O.Initial
                         : copyTensor(*O.Initial, Copies));
  return Result;
}

std::vector<std::string> SharedState::paths() const {
  std::vector<std::string> Paths;
  for (const OwnTensor &O : Own)
    Paths.push_back(O.Path);
  return Paths;
}

std::optional<size_t> SharedState::find(StringRef Path) const {
  for (size_t I = 0; I != Own.size(); ++I)
    if (Own[I].Path == Path)
      return I;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// \p V with each tensor for which \p IsState says so cloned; the same object
/// where there is none.
template <typename FnT> static IValue cloneState(const IValue &V, FnT IsState) {
  if (V.isTensor())
    return V.toTensor().defined() && IsState(V.toTensor())
               ? IValue(V.toTensor().clone())
               : V;
  bool Changed = false;
  auto Item = [&](const IValue &Old) {
    IValue New = cloneState(Old, IsState);
    Changed |= !New.is(Old);
    return New;
  };
  if (V.isTuple()) {
    std::vector<IValue> Items;
    for (const IValue &Old : V.toTupleRef().elements())
      Items.push_back(Item(Old));
    if (!Changed)
      return V;
    return c10::ivalue::Tuple::createNamed(std::move(Items),
                                           V.toTupleRef().type());
  }
  if (V.isList()) {
    c10::List<IValue> Old = V.toList();
    c10::impl::GenericList New(Old.elementType());
    for (const IValue &Element : V.toListRef())
      New.push_back(Item(Element));
    return Changed ? IValue(New) : V;
  }
  if (V.isGenericDict()) {
    c10::impl::GenericDict Old = V.toGenericDict();
    c10::impl::GenericDict New(Old.keyType(), Old.valueType());
    for (const auto &Entry : Old)
      New.insert(Entry.key(), Item(Entry.value()));
    return Changed ? IValue(New) : V;
  }
  return V;
}

IValue SharedState::withoutState(IValue V,
                                 ArrayRef<at::Tensor> OwnState) const {
  SmallVector<const void *, 8> OwnMemory;
  for (const at::Tensor &T : OwnState)
    OwnMemory.push_back(memoryOf(T));
  return cloneState(V, [&](const at::Tensor &T) {
    const void *Where = memoryOf(T);
    return Memory.contains(Where) || is_contained(OwnMemory, Where);
  });
}
