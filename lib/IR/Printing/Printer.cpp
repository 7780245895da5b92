//===- Printer.cpp - Graphs as text ---------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/Printer.h"
#include "FXPrinter.h"
#include "NativePrinter.h"
#include "PythonPrinter.h"
#include "TabularPrinter.h"
#include "fx/IR/Module.h"

using namespace fx;
using namespace llvm;

static constexpr std::pair<StringLiteral, PrintFormat> Formats[] = {
    {"native", PrintFormat::Native},   {"fx", PrintFormat::FX},
    {"fx-1.13", PrintFormat::FX113},   {"code", PrintFormat::Python},
    {"tabular", PrintFormat::Tabular}, {"none", PrintFormat::None}};

std::optional<PrintFormat> fx::parsePrintFormat(StringRef Text) {
  for (auto [Name, Format] : Formats)
    if (Name == Text)
      return Format;
  return std::nullopt;
}

StringRef fx::toString(PrintFormat Format) {
  return Formats[unsigned(Format)].first;
}

void fx::printModule(const GraphModule &M, raw_ostream &OS,
                     PrintFormat Format) {
  if (Format == PrintFormat::Native)
    return printNativeModule(M, OS);
  if (Format == PrintFormat::Python)
    return PythonPrinter(M.graph(), M.isFromOldTorch()).write(OS);
  printGraph(M.graph(), OS, Format);
  if (Format != PrintFormat::None)
    OS << '\n';
}

void fx::printGraph(const Graph &G, raw_ostream &OS, PrintFormat Format) {
  switch (Format) {
  case PrintFormat::Native:
    return printNativeGraph(G, OS);
  case PrintFormat::FX:
  case PrintFormat::FX113: {
    TextBuffer Out(OS);
    return FXPrinter(Out, G.context(), Format == PrintFormat::FX113).graph(G);
  }
  case PrintFormat::Python:
    return PythonPrinter(G, /*Old=*/false).write(OS);
  case PrintFormat::Tabular:
    return printTabularGraph(G, OS);
  case PrintFormat::None:
    return;
  }
}

// A line is short: no need for the large pieces of whole graphs.
static constexpr size_t LineCapacity = 512;

void fx::printNode(const Node &N, raw_ostream &OS, PrintFormat Format) {
  switch (Format) {
  case PrintFormat::Native:
    return printNativeNode(N, OS);
  case PrintFormat::FX:
  case PrintFormat::FX113: {
    TextBuffer Out(OS, LineCapacity);
    return FXPrinter(Out, N.context(), Format == PrintFormat::FX113).node(N);
  }
  case PrintFormat::Python:
    return PythonPrinter(N.graph(), /*Old=*/false, PythonPrinter::Nodes)
        .writeStatements(N, OS);
  case PrintFormat::Tabular:
    return printTabularNode(N, OS);
  case PrintFormat::None:
    return;
  }
}

void fx::printArgument(const Argument &A, const Context &Ctx, raw_ostream &OS,
                       PrintFormat Format) {
  ArgSpecBuilder B;
  B.addArg(A);
  OperandList Operands{ArrayRef<Node *>(B.Operands)};
  ArgReader R(B.Bytes.data(), 0);
  TextBuffer Out(OS, LineCapacity);
  auto WriteNode = [&](const Node &N) { writeName(Out, Ctx, N.nameRef()); };
  switch (Format) {
  case PrintFormat::Native:
    return printNativeArgument(A, Ctx, OS);
  case PrintFormat::FX:
  case PrintFormat::FX113:
    return FXPrinter(Out, Ctx, false).argument(Operands, R);
  case PrintFormat::Python:
  case PrintFormat::Tabular:
    return PyValueWriter(Out, Ctx, Operands, WriteNode).repr(R);
  case PrintFormat::None:
    return;
  }
}

std::string fx::toText(const Argument &A, const Context &Ctx,
                       PrintFormat Format) {
  std::string Text;
  raw_string_ostream OS(Text);
  printArgument(A, Ctx, OS, Format);
  return Text;
}
