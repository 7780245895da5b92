//===- Reporter.h - Messages of one text, in its order ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some mistakes of a graph show only at its end (a name that nothing defines),
// so messages are kept and handed on in the order of the text.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ASMPARSER_REPORTER_H
#define FX_LIB_ASMPARSER_REPORTER_H

#include "fx/IR/NodeDiagnostic.h"
#include "llvm/ADT/DenseMap.h"

namespace fx::asmparser {

class Reporter {
public:
  explicit Reporter(DiagnosticEngine &Out);
  ~Reporter() { flush(); }

  template <typename... Ts>
  DiagnosticBuilder error(diag::ID Id, const char *At, const Ts &...Args) {
    return Local.report(Id, llvm::SMLoc::getFromPointer(At), Args...);
  }
  /// The same of a warning; of each kind only so many are shown, and at the
  /// end how many there were.
  template <typename... Ts>
  DiagnosticBuilder warning(diag::ID Id, const char *At, const Ts &...Args) {
    return Local.report(Id, llvm::SMLoc::getFromPointer(At), Args...);
  }

  unsigned numErrors() const { return Local.numErrors(); }
  /// Whether so much is wrong that reading on is no use.
  bool hopeless() const { return Local.numErrors() > MaxErrors; }
  /// Hands on what there is.
  void flush();

private:
  static constexpr unsigned MaxErrors = 1000;
  static constexpr unsigned MaxWarningsOfAKind = 20;

  DiagnosticEngine &Out;
  DiagnosticEngine Local;
  std::vector<Diagnostic> Kept;
  llvm::DenseMap<unsigned, unsigned> Warnings;
};

inline llvm::SMRange makeRange(const char *Begin, const char *End) {
  return {llvm::SMLoc::getFromPointer(Begin), llvm::SMLoc::getFromPointer(End)};
}

} // namespace fx::asmparser

#endif // FX_LIB_ASMPARSER_REPORTER_H
