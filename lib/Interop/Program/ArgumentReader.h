//===- ArgumentReader.h - Arguments from the JSON of a program --*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_INTEROP_PROGRAM_ARGUMENTREADER_H
#define FX_LIB_INTEROP_PROGRAM_ARGUMENTREADER_H

#include "NodeNames.h"

namespace fx::interop {

class NestedGraphs;

/// Reads the union Argument of the schema.
class ArgumentReader {
public:
  ArgumentReader(ProgramReader &P, NodeNames &Names, NestedGraphs &Graphs)
      : P(P), R(P.R), Names(Names), Graphs(Graphs) {}

  /// Reads one into \p B, which gets one value. Values of the graph are looked
  /// up.
  bool read(ArgSpecBuilder &B, unsigned Nesting = 0);
  bool read(Argument &A);
  /// The value of a union whose member is known.
  bool readMember(ArgSpecBuilder &B, llvm::StringRef Member,
                  unsigned Nesting = 0);

  /// The type of an empty list, `int[]`, which only its member gives; since the
  /// last call.
  llvm::StringRef takeEmptyListType() {
    return std::exchange(EmptyListType, llvm::StringRef());
  }
  /// The get_attr nodes of nested graphs since the last call.
  llvm::SmallVector<Node *, 2> takeGraphNodes() {
    return std::exchange(GraphNodes, {});
  }

private:
  bool readReference(ArgSpecBuilder &B, llvm::StringRef Field);
  bool addReference(ArgSpecBuilder &B, llvm::StringRef Name, const char *At);
  bool readSymArgument(ArgSpecBuilder &B, char Member);
  template <typename Callback>
  bool readList(ArgSpecBuilder &B, ArgKind Kind, Callback Fn);
  bool readListMember(ArgSpecBuilder &B, llvm::StringRef Member);
  bool readComplex(ArgSpecBuilder &B);
  bool readObject(ArgSpecBuilder &B);
  bool readOptionalTensor(ArgSpecBuilder &B);
  bool readDict(ArgSpecBuilder &B, unsigned Nesting);
  bool readNestedGraph(ArgSpecBuilder &B);

  ProgramReader &P;
  JSONReader &R;
  NodeNames &Names;
  NestedGraphs &Graphs;
  llvm::StringRef EmptyListType;
  llvm::SmallVector<Node *, 2> GraphNodes;
};

} // namespace fx::interop

#endif // FX_LIB_INTEROP_PROGRAM_ARGUMENTREADER_H
