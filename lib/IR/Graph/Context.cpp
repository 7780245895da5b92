//===- Context.cpp - What graphs share ------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Context.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/xxhash.h"
#include <cstring>
#include <mutex>
#include <unordered_map>

using namespace fx;
using namespace llvm;

namespace {
/// Open-addressing index from hashes to ids of an IdTable.
struct HashIndex {
  std::vector<uint32_t> Slots = std::vector<uint32_t>(1024, 0);
  std::vector<uint32_t> Tags = std::vector<uint32_t>(1024, 0);
  uint32_t Count = 0;

  /// The id + 1 for which \p Equal holds, or the slot to fill.
  template <typename EqualFn>
  uint32_t find(uint64_t Hash, EqualFn Equal) const {
    uint32_t Mask = Slots.size() - 1, Tag = uint32_t(Hash >> 32);
    for (uint32_t I = uint32_t(Hash) & Mask;; I = (I + 1) & Mask) {
      if (!Slots[I])
        return 0;
      if (Tags[I] == Tag && Equal(Slots[I] - 1))
        return Slots[I];
    }
  }
  template <typename HashFn>
  void insert(uint64_t Hash, uint32_t Id, HashFn HashOf) {
    if (++Count * 2 > Slots.size())
      grow(HashOf);
    place(Hash, Id + 1);
  }

private:
  void place(uint64_t Hash, uint32_t Slot) {
    uint32_t Mask = Slots.size() - 1;
    uint32_t I = uint32_t(Hash) & Mask;
    while (Slots[I])
      I = (I + 1) & Mask;
    Slots[I] = Slot;
    Tags[I] = uint32_t(Hash >> 32);
  }
  template <typename HashFn> void grow(HashFn HashOf) {
    std::vector<uint32_t> Old(Slots.size() * 2, 0);
    Old.swap(Slots);
    Tags.assign(Slots.size(), 0);
    for (uint32_t Slot : Old)
      if (Slot)
        place(HashOf(Slot - 1), Slot);
  }
};
} // namespace

struct Context::Impl {
  mutable std::mutex SymbolLock, SpecLock, MetaLock;
  BumpPtrAllocator SymbolMemory, SpecMemory;
  HashIndex SymbolIndex, SpecIndex;
  std::unordered_multimap<size_t, uint32_t> MetaIndex;
};

Context::Context() : I(std::make_unique<Impl>()) {
  Symbols.push_back(nullptr); // The null symbol has id 0.
  Metas.push_back(new MetaDict(0, {}));
  ArgSpecBuilder B;
  for (unsigned N = 0; N <= ArgSpec::MaxPlain; ++N) {
    [[maybe_unused]] uint32_t Id = internSpec(B).id();
    assert(Id == ArgSpec::plainId(N));
    B.addOperandArg();
  }
  ValKey = intern("val");
  GetItem = intern("operator.getitem");
}

Context::~Context() {
  for (uint32_t Id = 0, E = Metas.size(); Id != E; ++Id)
    delete Metas[Id];
}

static uint64_t hashText(StringRef Text) { return xxh3_64bits(Text); }

Symbol Context::intern(StringRef Text) {
  uint64_t Hash = hashText(Text);
  std::lock_guard<std::mutex> Guard(I->SymbolLock);
  uint32_t Found = I->SymbolIndex.find(
      Hash, [&](uint32_t Id) { return Id && symbol(Id).str() == Text; });
  if (Found)
    return symbol(Found - 1);
  void *Memory =
      I->SymbolMemory.Allocate(sizeof(detail::SymbolEntry) + Text.size() + 1,
                               alignof(detail::SymbolEntry));
  auto *E = new (Memory) detail::SymbolEntry;
  E->Id = Symbols.size();
  E->Length = Text.size();
  E->FunctionOp = detail::SymbolEntry::unresolvedOp();
  E->MethodOp = detail::SymbolEntry::unresolvedOp();
  E->CallableName = 0;
  E->PathName = 0;
  char *Data = const_cast<char *>(E->data());
  llvm::copy(Text, Data);
  Data[Text.size()] = 0;
  Symbols.push_back(E);
  I->SymbolIndex.insert(
      Hash, E->Id, [&](uint32_t Id) { return hashText(symbol(Id).str()); });
  return Symbol(E);
}

Symbol Context::lookup(StringRef Text) const {
  std::lock_guard<std::mutex> Guard(I->SymbolLock);
  uint32_t Found = I->SymbolIndex.find(hashText(Text), [&](uint32_t Id) {
    return Id && symbol(Id).str() == Text;
  });
  return Found ? symbol(Found - 1) : Symbol();
}

static ArrayRef<uint8_t> itemBytes(ArrayRef<ArgSpec::Item> Items) {
  return {reinterpret_cast<const uint8_t *>(Items.data()),
          Items.size() * sizeof(ArgSpec::Item)};
}

static uint64_t hashSpec(ArrayRef<ArgSpec::Item> Items,
                         ArrayRef<uint8_t> Bytes) {
  // Offsets follow from the bytes; keywords do not.
  uint64_t Hash = xxh3_64bits(Bytes);
  for (const ArgSpec::Item &Item : Items)
    Hash = (Hash ^ Item.Keyword) * 0x9E3779B97F4A7C15ull + Items.size();
  return Hash;
}

const ArgSpec &Context::internSpec(const ArgSpecBuilder &B) {
  uint64_t Hash = hashSpec(B.Items, B.Bytes);
  std::lock_guard<std::mutex> Guard(I->SpecLock);
  uint32_t Found = I->SpecIndex.find(Hash, [&](uint32_t Id) {
    const ArgSpec &S = spec(Id);
    return S.Hash == Hash && S.NumArgs == B.NumArgs &&
           S.bytes() == ArrayRef<uint8_t>(B.Bytes) &&
           itemBytes(S.items()) == itemBytes(B.Items);
  });
  if (Found)
    return spec(Found - 1);
  size_t ItemBytes = B.Items.size() * sizeof(ArgSpec::Item);
  void *Memory = I->SpecMemory.Allocate(
      sizeof(ArgSpec) + ItemBytes + B.Bytes.size(), alignof(ArgSpec));
  auto *S = new (Memory) ArgSpec;
  S->Hash = Hash;
  S->Id = Specs.size();
  S->NumBytes = B.Bytes.size();
  S->NumOperands = B.Operands.size();
  S->NumArgs = B.NumArgs;
  S->NumItems = B.Items.size();
  S->Plain = B.NumArgs == B.Items.size() && B.Bytes.size() == B.NumArgs &&
             B.Operands.size() == B.NumArgs;
  // An empty array may be null, which memcpy must not see.
  if (ItemBytes)
    std::memcpy(static_cast<void *>(S + 1), B.Items.data(), ItemBytes);
  if (!B.Bytes.empty())
    std::memcpy(reinterpret_cast<char *>(S + 1) + ItemBytes, B.Bytes.data(),
                B.Bytes.size());
  Specs.push_back(S);
  I->SpecIndex.insert(Hash, S->Id, [&](uint32_t Id) { return spec(Id).Hash; });
  return *S;
}

const MetaDict &Context::internMeta(ArrayRef<KwArg> Entries) {
  if (Entries.empty())
    return meta(0);
  size_t Hash = Entries.size();
  for (const KwArg &E : Entries)
    Hash = hash_combine(Hash, E.Name.id(), E.Value);
  std::lock_guard<std::mutex> Guard(I->MetaLock);
  auto [Begin, End] = I->MetaIndex.equal_range(Hash);
  for (auto It = Begin; It != End; ++It)
    if (meta(It->second).entries() == Entries)
      return meta(It->second);
  auto *D = new MetaDict(Metas.size(), Entries);
  Metas.push_back(D);
  I->MetaIndex.emplace(Hash, D->id());
  return *D;
}

const Argument *MetaDict::lookup(Symbol Key) const {
  for (const KwArg &E : Entries)
    if (E.Name == Key)
      return &E.Value;
  return nullptr;
}

const Argument *MetaDict::lookup(StringRef Key) const {
  for (const KwArg &E : Entries)
    if (E.Name.str() == Key)
      return &E.Value;
  return nullptr;
}
