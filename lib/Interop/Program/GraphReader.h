//===- GraphReader.h - Graphs from the JSON of a program --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_INTEROP_PROGRAM_GRAPHREADER_H
#define FX_LIB_INTEROP_PROGRAM_GRAPHREADER_H

#include "NodeReader.h"

namespace fx::interop {

/// The graphs that operators of one graph call.
class NestedGraphs {
public:
  NestedGraphs(ProgramReader &P, Module &Owner, unsigned Depth)
      : P(P), Owner(Owner), Depth(Depth) {}

  /// Reads the graph \p Name, which is at \p At, into a child of the owner;
  /// one that is there already must be the same.
  bool read(llvm::StringRef Name, const char *At);

private:
  static constexpr unsigned MaxDepth = 50;
  ProgramReader &P;
  Module &Owner;
  unsigned Depth; ///< Depth of the graph that has them.
  llvm::StringMap<llvm::StringRef> Texts;
};

/// Reads one graph.
class GraphReader {
public:
  GraphReader(ProgramReader &P, Module &Owner, unsigned Depth)
      : P(P), R(P.R), Depth(Depth), Names(P, *Owner.graph()),
        Metadata(P, *Owner.graph()), Graphs(P, Owner, Depth),
        Arguments(P, Names, Graphs), Nodes(P, Names, Metadata, Arguments) {}

  /// The metadata of its nodes is to be attached afterwards.
  bool read();
  NodeMetadata &metadata() { return Metadata; }
  ArgumentReader &arguments() { return Arguments; }

  llvm::ArrayRef<Node *> placeholders() const { return Placeholders; }
  /// Whether an input of the graph is not a value.
  bool isConstant(const Node *Placeholder) {
    const Argument *Val = Metadata.val(Placeholder);
    return Val && Val->kind() != ArgKind::TensorType &&
           Val->kind() != ArgKind::SymExpr;
  }
  Node *outputNode() const { return Output; }

private:
  bool readInputs();
  bool readInput(size_t I);
  bool readNodes();
  bool readOutputs();
  bool readValues(unsigned Field);
  bool setValue(llvm::StringRef Name, const char *At, Argument Val);
  Symbol constantInputName(size_t I);

  ProgramReader &P;
  JSONReader &R;
  unsigned Depth;
  NodeNames Names;
  NodeMetadata Metadata;
  NestedGraphs Graphs;
  ArgumentReader Arguments;
  NodeReader Nodes;
  std::vector<Node *> Placeholders;
  Node *Output = nullptr;
  uint32_t LastValue = 0;
  bool IsSingleReturn = false;
  std::vector<std::string> ConstantNames;
};

} // namespace fx::interop

#endif // FX_LIB_INTEROP_PROGRAM_GRAPHREADER_H
