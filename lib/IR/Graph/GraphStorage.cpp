//===- GraphStorage.cpp - Slabs of nodes and pools of uses ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/GraphStorage.h"
#include "fx/IR/Graph.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <sys/mman.h>

using namespace fx;
using namespace fx::detail;
using namespace llvm;

// Regions grow from one block to a huge page, so that small graphs stay small.
static constexpr size_t HugePage = 2 * 1024 * 1024;
static constexpr size_t NumSmallRegions = 2;

GraphStorage::~GraphStorage() {
  for (const Region &R : Regions)
    munmap(R.Base, R.Bytes);
}

char *GraphStorage::map(size_t Bytes) {
  size_t Align = Bytes >= HugePage ? HugePage : BlockBytes;
  size_t Total = Bytes + Align;
  void *P = mmap(nullptr, Total, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (P == MAP_FAILED)
    report_bad_alloc_error("out of memory for a graph");
  uintptr_t Begin = reinterpret_cast<uintptr_t>(P);
  uintptr_t Aligned = alignTo(Begin, Align);
  char *Base = reinterpret_cast<char *>(Aligned);
  if (Bytes < HugePage) {
    // What alignment left over stays: it is never touched, and the system sees
    // one mapping where neighbors have no gaps, of which it allows few.
    Regions.push_back({static_cast<char *>(P), Total});
    return Base;
  }
  if (Aligned != Begin)
    munmap(P, Aligned - Begin);
  if (uintptr_t Tail = Begin + Total - (Aligned + Bytes))
    munmap(Base + Bytes, Tail);
  madvise(Base, Bytes, MADV_HUGEPAGE);
  Regions.push_back({Base, Bytes});
  return Base;
}

/// \p Count blocks that are contiguous.
char *GraphStorage::allocateBlocks(size_t Count) {
  if (Count > SpareCount) {
    if (Count > 1)
      return map(Count * BlockBytes);
    addSpare(Regions.size() < NumSmallRegions ? BlockBytes : HugePage);
  }
  char *Blocks = Spare;
  Spare += Count * BlockBytes;
  SpareCount -= Count;
  return Blocks;
}

void GraphStorage::addSpare(size_t Bytes) {
  Spare = map(Bytes);
  SpareCount = Bytes / BlockBytes;
}

void GraphStorage::growNodes() {
  if (NextNode > UINT32_MAX - 2 * (SlabMask + 1))
    report_fatal_error("a graph cannot hold more than four billion nodes");
  char *Slab = allocateBlocks(1);
  auto *Header = reinterpret_cast<Node::SlabHeader *>(Slab);
  Header->Owner = Owner;
  Header->FirstId = NextNode;
  Slabs.push_back(Slab);
  ++NextNode; // Slot 0 is the header.
}

Node *GraphStorage::reuseNode() {
  Node *N = node(FirstFree);
  FirstFree = N->Order;
  --NumFree;
  return N;
}

void GraphStorage::growUses(uint32_t NumChunks) {
  if (Chunks.size() + NumChunks > UINT32_MAX >> ChunkShift)
    report_fatal_error("a graph cannot hold more than four billion uses");
  char *Chunk = allocateBlocks(NumChunks);
  NextUse = uint32_t(Chunks.size()) << ChunkShift;
  for (uint32_t I = 0; I != NumChunks; ++I)
    Chunks.push_back(Chunk + I * BlockBytes);
  UseEnd = uint32_t(Chunks.size()) << ChunkShift;
  if (!NextUse)
    NextUse = 1; // Id 0 is null.
}

// Free blocks are kept by exact size up to 16 uses and by rounded-up power of
// two above, so that a block always serves the next request of its size.
static constexpr uint32_t MaxExact = 16;

static unsigned sizeClass(uint32_t Count) {
  return Count <= MaxExact ? Count : MaxExact + Log2_32_Ceil(Count);
}
static uint32_t blockSize(uint32_t Count) {
  return Count <= MaxExact ? Count : uint32_t(PowerOf2Ceil(Count));
}

uint32_t GraphStorage::allocateUses(uint32_t Count) {
  unsigned Class = sizeClass(Count);
  if (Class < FreeUses.size() && FreeUses[Class]) {
    uint32_t Id = FreeUses[Class];
    FreeUses[Class] = use(Id).Next;
    return Id;
  }
  Count = blockSize(Count);
  if (Count > UseEnd - NextUse)
    growUses(std::max<uint32_t>(1, (Count + 1 + ChunkMask) >> ChunkShift));
  uint32_t Id = NextUse;
  NextUse += Count;
  return Id;
}

void GraphStorage::freeUses(uint32_t First, uint32_t Count) {
  unsigned Class = sizeClass(Count);
  if (Class >= FreeUses.size())
    FreeUses.resize(Class + 1, 0);
  use(First).Next = FreeUses[Class];
  FreeUses[Class] = First;
}

void GraphStorage::copyFrom(const GraphStorage &O) {
  size_t Bytes = (O.Slabs.size() + O.Chunks.size()) * BlockBytes;
  if (!Bytes)
    return;
  addSpare(Bytes < HugePage / 4 ? Bytes : alignTo(Bytes, HugePage));
  if (uint32_t NumChunks = O.Chunks.size()) {
    // Runs that are longer than a chunk need contiguous chunks.
    growUses(NumChunks);
    for (uint32_t I = 0; I != NumChunks; ++I) {
      uint32_t First = I << ChunkShift;
      if (First >= O.NextUse)
        break;
      std::memcpy(Chunks[I], O.Chunks[I],
                  std::min<size_t>(O.NextUse - First, ChunkMask + 1) *
                      sizeof(Use));
    }
    NextUse = O.NextUse;
  }
  NextNode = 0;
  while (NextNode < O.NextNode) {
    growNodes();
    char *To = Slabs.back();
    const char *From = O.Slabs[Slabs.size() - 1];
    uint32_t First = NextNode - 1;
    uint32_t Used = std::min(O.NextNode - First, SlabMask + 1);
    // Slot 0 is this storage's own header.
    std::memcpy(To + NodeBytes, From + NodeBytes, (Used - 1) * NodeBytes);
    NextNode = First + Used;
  }
  FirstFree = O.FirstFree;
  LastFree = O.LastFree;
  NumFree = O.NumFree;
  FreeUses = O.FreeUses;
}

size_t GraphStorage::memoryUsage() const {
  return (Slabs.size() + Chunks.size() + SpareCount) * BlockBytes;
}
