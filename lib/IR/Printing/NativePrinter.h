//===- NativePrinter.h - The native text of graphs --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the functions of Printer.h do for PrintFormat::Native.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_IR_PRINTING_NATIVEPRINTER_H
#define FX_LIB_IR_PRINTING_NATIVEPRINTER_H

namespace llvm {
class raw_ostream;
}

namespace fx {

class Argument;
class Context;
class Graph;
class GraphModule;
class Node;

/// Begins with the line `fx 1`, ends with a newline.
void printNativeModule(const GraphModule &M, llvm::raw_ostream &OS);
/// `graph():` and its lines; no newline at the end.
void printNativeGraph(const Graph &G, llvm::raw_ostream &OS);
void printNativeNode(const Node &N, llvm::raw_ostream &OS);
void printNativeArgument(const Argument &A, const Context &Ctx,
                         llvm::raw_ostream &OS);

} // namespace fx

#endif // FX_LIB_IR_PRINTING_NATIVEPRINTER_H
