//===- NodeMetadata.h - Metadata of nodes until a graph is read -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program describes values after the nodes that make them, so the metadata of
// nodes is put together at the end of a graph.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_INTEROP_PROGRAM_NODEMETADATA_H
#define FX_LIB_INTEROP_PROGRAM_NODEMETADATA_H

#include "ProgramReader.h"

namespace fx::interop {

class NodeMetadata {
public:
  NodeMetadata(ProgramReader &P, Graph &G) : P(P), G(G) {}

  /// Strings that serialized nodes have in common with their neighbors.
  struct Texts {
    uint32_t Begin = 0, End = 0;
  };
  /// Reads the member `metadata` of a node.
  bool read(Texts &Read);

  void setTexts(const Node *N, Texts T) { facts(N).Strings = T; }
  /// What the program says of the value \p N; None for what returns nothing.
  void setVal(const Node *N, Argument Val) {
    Facts &F = facts(N);
    F.Val = std::move(Val);
    F.HasVal = true;
  }
  /// Null where nothing was said.
  const Argument *val(const Node *N) {
    const Facts &F = facts(N);
    return F.HasVal ? &F.Val : nullptr;
  }
  /// The value of \p Producer is that of \p Parts; those of inner lists come
  /// first.
  void setParts(Node *Producer, llvm::ArrayRef<Node *> Parts, bool IsList);
  /// Adds an entry to the metadata of a node that had none.
  void setExtra(Node *N, Symbol Key, Argument Value) {
    (void)facts(N);
    Extras.push_back({N, {Key, std::move(Value)}});
  }
  /// Gives all nodes their metadata.
  void attach();

private:
  struct Facts {
    Argument Val;
    Texts Strings;
    bool HasVal = false;
  };
  Facts &facts(const Node *N) {
    if (N->id() >= OfNodes.size())
      OfNodes.resize(std::max<size_t>(N->id() + 1, G.idBound()));
    return OfNodes[N->id()];
  }
  bool readEntry(llvm::StringRef Key, uint32_t Begin);
  void joinParts();

  ProgramReader &P;
  Graph &G;
  std::vector<Facts> OfNodes;
  std::vector<KwArg> Strings;
  /// What was read last, and which strings that are.
  llvm::StringRef Last;
  Texts LastTexts;
  /// For each place in the metadata, the last text there, and what it is.
  llvm::SmallVector<std::pair<llvm::StringRef, Symbol>, 8> LastStrings;
  struct Several {
    Node *Producer;
    bool IsList;
    uint32_t First, Count; ///< In AllParts.
  };
  std::vector<Several> Producers;
  std::vector<Node *> AllParts;
  struct ExtraMeta {
    Node *N;
    KwArg Entry;
  };
  std::vector<ExtraMeta> Extras;
};

} // namespace fx::interop

#endif // FX_LIB_INTEROP_PROGRAM_NODEMETADATA_H
