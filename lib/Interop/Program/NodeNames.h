//===- NodeNames.h - What nodes of a program are called ---------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values are called as the program says. Other nodes (producers of several
// results, nested graphs, constants) are named by torch.fx while a program is
// loaded, after the names it has given until then.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_INTEROP_PROGRAM_NODENAMES_H
#define FX_LIB_INTEROP_PROGRAM_NODENAMES_H

#include "ProgramReader.h"
#include "fx/IR/NameTable.h"

namespace fx::interop {

/// Names as torch.fx gives them while a program is loaded: a name made for a
/// node counts even if the node is then called otherwise.
class LoaderNames {
public:
  LoaderNames(Graph &G) : G(G), Emulated(G.context()) {}
  /// A node was asked for under this name and is called so.
  void note(Name N) { Pending.push_back(N); }
  Name create(llvm::StringRef Candidate);
  Name createFor(Symbol Target, TargetNaming Naming);

private:
  void catchUp();
  Name unique(Name N);
  Graph &G;
  Namespace Emulated;
  llvm::SmallVector<Name, 0> Pending;
};

/// Makes the nodes of one graph, and finds them by the names that the program
/// has for values.
class NodeNames {
public:
  NodeNames(ProgramReader &P, Graph &G)
      : Loader(G), P(P), G(G), Table(P.Symbols) {}

  /// Null when no value has the name yet.
  Node *find(llvm::StringRef Text) {
    return G.node(Table.lookup(Table.key(Text.begin(), Text.end())));
  }
  /// A node for the value \p Text, which is at \p At; null after an error.
  Node *define(Opcode Op, Symbol Target, const ArgSpecBuilder &B,
               llvm::StringRef Text, const char *At);
  /// A node that no value of the program is called after.
  Node *defineAuto(Opcode Op, Symbol Target, const ArgSpecBuilder &B, Name N);

  LoaderNames Loader;

private:
  bool checkNew(NameTable::Key K, llvm::StringRef Text, const char *At);
  bool release(Name N);

  ProgramReader &P;
  Graph &G;
  NameTable Table;
  /// Nodes whose names were made here, by Name::key().
  llvm::DenseMap<uint64_t, Node *> AutoNamed;
};

} // namespace fx::interop

#endif // FX_LIB_INTEROP_PROGRAM_NODENAMES_H
