//===- Printer.h - Graphs as text -------------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Every form in which fx-opt writes graphs. Only the native form loses
/// nothing; `fx` and `code` are byte for byte what PyTorch prints, and so as
/// lossy as PyTorch. Printing never fails and never changes what it prints; it
/// takes time linear in the size of the text.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_PRINTER_H
#define FX_IR_PRINTER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>

namespace fx {

class Argument;
class Context;
class Graph;
class GraphModule;
class Node;

/// How to write a graph.
enum class PrintFormat : uint8_t {
  Native,  ///< fx-opt's own text, which can be read back (docs/LangRef.md).
  FX,      ///< As torch.fx since 2.1: `[num_users=1]` (torch.fx: str(graph)).
  FX113,   ///< As torch.fx up to 2.0: `[#users=1]`.
  Python,  ///< The generated code (torch.fx: Graph.python_code('self').src).
  Tabular, ///< The table (torch.fx: Graph.print_tabular).
  None,    ///< Nothing.
};

/// Reads `native`, `fx`, `fx-1.13`, `code`, `tabular` or `none`.
std::optional<PrintFormat> parsePrintFormat(llvm::StringRef Text);
/// The spelling that parsePrintFormat reads.
llvm::StringRef toString(PrintFormat Format);

/// Writes \p M whole: header and module tree too where the format has them.
/// Ends with a newline but for Python and None, which end as PyTorch's text.
void printModule(const GraphModule &M, llvm::raw_ostream &OS,
                 PrintFormat Format);

/// Writes \p G alone.
void printGraph(const Graph &G, llvm::raw_ostream &OS, PrintFormat Format);

/// Writes the native text of \p M with what \p Code returns in place of each
/// graph, whose lines are indented by \p Indent columns.
void printModuleFrame(
    const GraphModule &M, llvm::raw_ostream &OS,
    llvm::function_ref<std::string(const Graph &G, unsigned Indent)> Code);
/// Writes \p G as native text has it in a frame, without the last newline.
void printFramedGraph(const Graph &G, llvm::raw_ostream &OS, unsigned Indent);

/// Writes one node as its line in the graph, without indentation and newline
/// (torch.fx: Node.format_node). Python gives its statements under the names
/// that the nodes have; Tabular its cells, two blanks apart.
void printNode(const Node &N, llvm::raw_ostream &OS,
               PrintFormat Format = PrintFormat::Native);

/// Writes \p A as it is in the arguments of a call.
void printArgument(const Argument &A, const Context &Ctx, llvm::raw_ostream &OS,
                   PrintFormat Format = PrintFormat::Native);
/// The same as a string.
std::string toText(const Argument &A, const Context &Ctx,
                   PrintFormat Format = PrintFormat::Native);

} // namespace fx

#endif // FX_IR_PRINTER_H
