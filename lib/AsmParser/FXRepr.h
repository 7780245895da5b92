//===- FXRepr.h - Python's repr in print(graph) -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ASMPARSER_FXREPR_H
#define FX_LIB_ASMPARSER_FXREPR_H

#include "FXWords.h"

namespace fx::asmparser {

class FXRepr {
public:
  FXRepr(FXOutput &Out, FXWords &Words) : Out(Out), Words(Words) {}

  /// Adds the value whose str() is \p Text: a placeholder's default, or what is
  /// returned.
  void addPrinted(llvm::StringRef Text, bool IsReturn);
  /// Adds the value whose repr() is \p Text; false, adding nothing, when that
  /// is not a repr, or holds a node and must not.
  bool tryRepr(llvm::StringRef Text, unsigned Depth, bool Nodes);

private:
  // These take a value off the front of Text. A part that is not understood
  // becomes text that prints the same.
  void add(llvm::StringRef &Text, unsigned Depth);
  bool addValue(llvm::StringRef &Text, unsigned Depth);
  bool addItems(llvm::StringRef &Text, ArgKind Kind, char Close,
                unsigned Depth);
  bool addDict(llvm::StringRef &Text, unsigned Depth);
  bool addFields(llvm::StringRef Class, llvm::StringRef &Text, unsigned Depth);
  bool addWord(llvm::StringRef &Text, unsigned Depth);
  bool addCall(llvm::StringRef Word, llvm::StringRef &Text, unsigned Depth);
  bool addDevice(llvm::StringRef &Text);
  bool addOperator(llvm::StringRef &Text);
  bool addString(llvm::StringRef &Text);
  void addOpaque(llvm::StringRef &Text);

  FXOutput &Out;
  FXWords &Words;
  TextBuffer Printed; ///< For comparing with what a string prints.
};

} // namespace fx::asmparser

#endif // FX_LIB_ASMPARSER_FXREPR_H
