//===- GraphStorage.h - Slabs of nodes and pools of uses --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The memory of one graph, in blocks of 64 KiB. Nodes live in slabs, blocks
/// aligned to their size whose first slot names the graph, so a node knows its
/// graph and its id from its address. Uses live in chunks; the operands of a
/// node are contiguous. Ids start at 1.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_GRAPHSTORAGE_H
#define FX_IR_GRAPHSTORAGE_H

#include "fx/IR/Node.h"

namespace fx::detail {

/// Where the nodes of one graph and their operands are.
class GraphStorage {
public:
  explicit GraphStorage(Graph *Owner) : Owner(Owner) {}
  ~GraphStorage();
  GraphStorage(const GraphStorage &) = delete;
  GraphStorage &operator=(const GraphStorage &) = delete;

  Node *node(uint32_t Id) const {
    return Id ? reinterpret_cast<Node *>(Slabs[Id >> SlabShift] +
                                         (Id & SlabMask) * NodeBytes)
              : nullptr;
  }
  Use &use(uint32_t Id) const {
    return reinterpret_cast<Use *>(Chunks[Id >> ChunkShift])[Id & ChunkMask];
  }
  uint32_t idBound() const { return NextNode; }
  /// One more than the greatest id of a use.
  uint32_t useBound() const { return NextUse; }

  /// A slot of uninitialized contents; its id is node->id().
  Node *allocateNode() {
    if (NumFree > NumKept)
      return reuseNode();
    if ((NextNode & SlabMask) == 0)
      growNodes();
    Node *N = reinterpret_cast<Node *>(Slabs[NextNode >> SlabShift] +
                                       (NextNode & SlabMask) * NodeBytes);
    ++NextNode;
    return N;
  }
  /// Gives a slot back. It stays that of an erased node until NumKept others
  /// are given back: who still has a pointer to it does not see a new node.
  void freeNode(Node *N) {
    N->Order = 0;
    (LastFree ? node(LastFree)->Order : FirstFree) = N->id();
    LastFree = N->id();
    ++NumFree;
  }

  /// Id of the first of \p Count contiguous uses.
  uint32_t allocateUses(uint32_t Count);
  void freeUses(uint32_t First, uint32_t Count);

  /// Makes this, which is empty, a copy of \p O for graph Owner.
  void copyFrom(const GraphStorage &O);
  size_t memoryUsage() const;

private:
  static constexpr size_t NodeBytes = 64;
  static constexpr size_t BlockBytes = 64 * 1024;
  static constexpr uint32_t NumKept = 4096;
  static constexpr unsigned SlabShift = 10;
  static constexpr uint32_t SlabMask = (1u << SlabShift) - 1;
  static constexpr unsigned ChunkShift = 12;
  static constexpr uint32_t ChunkMask = (1u << ChunkShift) - 1;
  static_assert(NodeBytes << SlabShift == BlockBytes &&
                sizeof(Use) << ChunkShift == BlockBytes);

  void growNodes();
  void growUses(uint32_t NumChunks);
  Node *reuseNode();
  char *allocateBlocks(size_t Count);
  void addSpare(size_t Bytes);
  char *map(size_t Bytes);

  Graph *Owner;
  std::vector<char *> Slabs;
  std::vector<char *> Chunks;
  uint32_t NextNode = 0;
  /// Queue through Node::Order of erased slots.
  uint32_t FirstFree = 0, LastFree = 0, NumFree = 0;
  uint32_t NextUse = 0;
  uint32_t UseEnd = 0; ///< End of the chunk that NextUse is in.
  /// Free blocks of uses by size class, each a list through Use::Next.
  llvm::SmallVector<uint32_t, 8> FreeUses;
  struct Region {
    char *Base;
    size_t Bytes;
  };
  std::vector<Region> Regions;
  char *Spare = nullptr; ///< Rest of the newest region.
  size_t SpareCount = 0; ///< Its blocks.
};

} // namespace fx::detail

#endif // FX_IR_GRAPHSTORAGE_H
