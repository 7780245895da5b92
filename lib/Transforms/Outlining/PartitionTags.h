//===- PartitionTags.h - Which tag a node gets ------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSFORMS_PARTITIONTAGS_H
#define FX_LIB_TRANSFORMS_PARTITIONTAGS_H

#include "fx/IR/Graph.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace fx {

/// Tags of the nodes of one graph, by number.
class PartitionTags {
public:
  static constexpr uint32_t None = ~0u;

  /// The tags in the metadata of \p G that \p Takes accepts.
  static PartitionTags
  read(const Graph &G,
       llvm::function_ref<bool(llvm::StringRef)> Takes = nullptr);
  /// The tags that the option `by` of the pass partition says; \p Default is
  /// that of `ops:`. Errors have no place.
  static llvm::Expected<PartitionTags> parse(const Graph &G, llvm::StringRef By,
                                             llvm::StringRef Default);
  /// Stages: a new one begins at each of \p Begins.
  static PartitionTags stages(const Graph &G,
                              llvm::ArrayRef<const Node *> Begins);

  size_t size() const { return Names.size(); }
  llvm::StringRef name(uint32_t Tag) const { return Names[Tag]; }
  /// The number of the tag of \p N. An item of a tuple has that of the tuple.
  uint32_t of(const Node &N) const;

private:
  explicit PartitionTags(const Graph &G) : Tags(G.idBound(), None) {}
  uint32_t number(llvm::StringRef Name);
  llvm::Error tagRules(const Graph &G, llvm::StringRef Rules);
  llvm::Error tagOps(const Graph &G, llvm::StringRef File, llvm::StringRef Tag);
  llvm::Error tagStages(const Graph &G, llvm::StringRef Count);
  llvm::Error tagSizes(const Graph &G, llvm::StringRef Bytes);
  llvm::Error tagAfter(const Graph &G, llvm::StringRef Nodes);

  std::vector<std::string> Names;
  llvm::StringMap<uint32_t> Numbers;
  std::vector<uint32_t> Tags; ///< Indexed by node id.
};

/// The call whose tuple \p N takes an item of; null for other nodes, also for
/// items of tensors, which are values of their own.
const Node *tupleOfItem(const Node &N);

/// Bytes of what is known of a value; tensors in tuples are added up, and
/// symbolic sizes count as 1.
uint64_t bytesOf(const Argument *Val);

} // namespace fx

#endif // FX_LIB_TRANSFORMS_PARTITIONTAGS_H
