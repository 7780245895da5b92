//===- TabularPrinter.h - Graphs as tables ----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_IR_PRINTING_TABULARPRINTER_H
#define FX_LIB_IR_PRINTING_TABULARPRINTER_H

namespace llvm {
class raw_ostream;
}

namespace fx {

class Graph;
class Node;

/// torch.fx: Graph.print_tabular, but functions are spelled as in
/// str(graph). No newline at the end.
void printTabularGraph(const Graph &G, llvm::raw_ostream &OS);
/// The cells of one row, two blanks apart.
void printTabularNode(const Node &N, llvm::raw_ostream &OS);

} // namespace fx

#endif // FX_LIB_IR_PRINTING_TABULARPRINTER_H
