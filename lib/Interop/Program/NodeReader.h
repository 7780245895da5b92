//===- NodeReader.h - Nodes from the JSON of a program ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A serialized node names the elements of its result; in the graph each element
// is an operator.getitem. What torch.export.load calls the nodes is decided
// here.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_INTEROP_PROGRAM_NODEREADER_H
#define FX_LIB_INTEROP_PROGRAM_NODEREADER_H

#include "ArgumentReader.h"
#include "NodeMetadata.h"

namespace fx::interop {

class NodeReader {
public:
  NodeReader(ProgramReader &P, NodeNames &Names, NodeMetadata &Metadata,
             ArgumentReader &Arguments)
      : P(P), R(P.R), Names(Names), Metadata(Metadata), Arguments(Arguments) {}

  /// Reads one, and makes its nodes at the end of the graph.
  bool read();

private:
  /// One result of a node.
  struct Result {
    enum ResultKind : uint8_t { None, Value, List };
    ResultKind Kind = None;
    llvm::StringRef Name;
    unsigned FirstElement = 0, NumElements = 0; ///< In Elements.
  };
  struct Pieces;

  bool readInputs();
  bool readInput();
  bool readOutputs();
  bool readOutput(Result &Out);
  void upgradeOutputs(Pieces &N);
  void orderInputs(Pieces &N);
  void learnParameters(const Pieces &N);
  bool build(Pieces &N);
  bool buildElements(Node *Producer, llvm::ArrayRef<Result> Parts, bool IsList,
                     const Pieces &From);
  Node *buildElement(Node *Producer, unsigned Index, const Result &Part,
                     const Pieces &From);
  llvm::SmallVector<Result, 8> valuesOf(const Result &List) const;

  ProgramReader &P;
  JSONReader &R;
  NodeNames &Names;
  NodeMetadata &Metadata;
  ArgumentReader &Arguments;
  /// Arguments of the node that is being read.
  ArgSpecBuilder Args;
  llvm::SmallVector<Result, 8> Results;
  llvm::SmallVector<llvm::StringRef, 8> Elements;
  llvm::SmallVector<Symbol, 8> InputNames;
  llvm::SmallVector<uint8_t, 8> InputKinds;
  /// The types of empty lists.
  llvm::SmallVector<llvm::StringRef, 8> InputTypes;
};

} // namespace fx::interop

#endif // FX_LIB_INTEROP_PROGRAM_NODEREADER_H
