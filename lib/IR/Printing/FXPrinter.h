//===- FXPrinter.h - Graphs as torch.fx prints them -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_IR_PRINTING_FXPRINTER_H
#define FX_LIB_IR_PRINTING_FXPRINTER_H

#include "PythonArguments.h"

namespace fx {

class FXPrinter {
public:
  /// \p Old: user counts as before torch 2.1.
  FXPrinter(TextBuffer &Out, const Context &Ctx, bool Old)
      : Out(Out), Ctx(Ctx), Old(Old) {}

  /// torch.fx: str(graph); no newline at the end.
  void graph(const Graph &G);
  /// torch.fx: Node.format_node.
  void node(const Node &N);
  /// One value as in the arguments of a call (torch.fx: _format_arg).
  void argument(OperandList Operands, ArgReader &R);

private:
  void name(const Node &N) { writeName(Out, Ctx, N.nameRef()); }
  void head(const Node &N);
  void arguments(const Node &N);
  void argument(OperandList Operands, const ArgToken &T, ArgReader &R);
  /// Python's str() of an argument of \p N, nodes without `%`.
  void plain(const Node &N, unsigned I);

  TextBuffer &Out;
  const Context &Ctx;
  bool Old;
};

} // namespace fx

#endif // FX_LIB_IR_PRINTING_FXPRINTER_H
