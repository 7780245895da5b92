//===- PythonCode.h - The statements of a graph -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSLATE_PYTHONCODE_H
#define FX_LIB_TRANSLATE_PYTHONCODE_H

#include "PythonFile.h"
#include "fx/IR/Graph.h"

namespace fx {

/// Writes the body of one function.
class PythonCode {
public:
  PythonCode(PythonFile &File, const Graph &G, llvm::raw_ostream &OS);

  /// \name Names
  /// @{
  /// Takes a name for a parameter or the like.
  std::string newName(llvm::StringRef Candidate) {
    return File.local(Candidate, Used);
  }
  /// From now on \p N is written as \p Text.
  void bind(const Node &N, std::string Text) {
    Texts[N.id()] = std::move(Text);
  }
  /// How \p N is written.
  llvm::StringRef text(const Node &N) const { return Texts[N.id()]; }
  /// @}

  /// A line of its own.
  llvm::raw_ostream &line();
  /// \p Where is the node that an error is about.
  llvm::Error value(const Argument &A, llvm::raw_ostream &To,
                    const Node &Where);
  /// Everything but placeholders and the output. \p InlineAttributes: what a
  /// get_attr node names stands where it is used.
  llvm::Error statements(bool InlineAttributes);

private:
  llvm::Error statement(const Node &N, bool InlineAttributes);
  llvm::Error call(const Node &N, llvm::raw_ostream &To);
  llvm::Error arguments(const Node &N, unsigned First, llvm::raw_ostream &To);
  bool infix(const Node &N, llvm::raw_ostream &To, llvm::Error &E);
  void frees(const Node &N);

  PythonFile &File;
  const Graph &G;
  llvm::raw_ostream &OS;
  llvm::StringSet<> Used;
  /// Indexed by node id.
  std::vector<std::string> Texts;
  std::vector<uint32_t> LastUser;
  std::vector<bool> IsVariable;
};

} // namespace fx

#endif // FX_LIB_TRANSLATE_PYTHONCODE_H
