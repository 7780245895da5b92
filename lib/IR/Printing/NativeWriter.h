//===- NativeWriter.h - Writes native text ----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/LangRef.md has the grammar. What is written here, lib/AsmParser reads to
// the last bit.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_IR_PRINTING_NATIVEWRITER_H
#define FX_LIB_IR_PRINTING_NATIVEWRITER_H

#include "PythonArguments.h"
#include "fx/IR/Module.h"
#include "fx/Support/TextBuffer.h"

namespace fx {

class ExportedProgram;

class NativeWriter {
public:
  NativeWriter(TextBuffer &Out, const Context &Ctx) : Out(Out), Ctx(Ctx) {}

  using CodeWriter =
      llvm::function_ref<std::string(const Graph &G, unsigned Indent)>;
  /// Lets \p Code write graphs of modules.
  void setCode(CodeWriter Code) { this->Code = Code; }

  /// From `fx 1` to the newline after the graph.
  void module(const GraphModule &M);
  void graph(const Graph &G, unsigned Indent);
  void node(const Node &N);
  void value(const Argument &A);

private:
  llvm::StringRef text(const ArgToken &T) const {
    return Ctx.symbol(T.Text).str();
  }
  void name(const Node &N) { writeName(Out, Ctx, N.nameRef()); }
  void indent(unsigned Columns) {
    static constexpr llvm::StringLiteral Blanks = "                ";
    for (; Columns > Blanks.size(); Columns -= Blanks.size())
      Out << llvm::StringRef(Blanks);
    Out << Blanks.take_front(Columns);
  }
  void quoted(llvm::StringRef Text);
  void key(llvm::StringRef Text);
  void target(llvm::StringRef Text);
  void number(double Value);
  void textCall(llvm::StringRef Word, const ArgToken &T);
  void items(OperandList Operands, uint32_t Count, ArgReader &R,
             unsigned Depth);
  void tensorFacts(OperandList Operands, ArgReader &R, unsigned Depth);
  /// The value that \p R is at, inside \p Depth others.
  void value(OperandList Operands, ArgReader &R, unsigned Depth);
  bool isPlainOutput(const Node &N) const;
  void users(const Node &N);
  void arguments(const Node &N, const ArgSpec &Spec);

  // NativeModulePrinter.cpp
  void header(const GraphModule &M);
  void program(const ExportedProgram &P);
  void className(const Module &M);
  void constructor(const Module &M);
  void ownMembers(const Module &M, unsigned Indent);
  void tensor(const TensorAttr &T);
  void tree(const Module &Root);
  void code(const Graph &G, unsigned Indent);

  TextBuffer &Out;
  const Context &Ctx;
  CodeWriter Code = nullptr;
  /// The nodes of the graph are in the order of their ids.
  bool IdsAscend = false;
};

} // namespace fx

#endif // FX_LIB_IR_PRINTING_NATIVEWRITER_H
