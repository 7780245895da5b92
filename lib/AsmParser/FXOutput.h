//===- FXOutput.h - What was understood of print(graph) ---------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of the reader of print(graph) write here: values into the arguments
// of the line that is read, names, messages, and tokens of the map.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ASMPARSER_FXOUTPUT_H
#define FX_LIB_ASMPARSER_FXOUTPUT_H

#include "FXLines.h"
#include "GraphBuilder.h"

namespace fx::asmparser {

class FXOutput {
public:
  /// Locations are offsets in the text of \p Lines. \p Map is filled, or null.
  FXOutput(Context &Ctx, const FXLines &Lines, DiagnosticEngine &Diags,
           SyntaxMap *Map)
      : Lines(Lines), Map(Map), Symbols(Ctx), Report(Diags),
        Builder(Symbols, Report, Lines.begin(), /*HasQuotes=*/false, Map) {}

  void addString(llvm::StringRef Text) {
    Args.addText(ArgKind::String, Symbols.intern(Text));
  }
  void addReference(llvm::StringRef Name) {
    Builder.addReference(Args, Name.begin(), Name.end());
  }

  /// A state to go back to, where a text is read in another way.
  struct Mark {
    size_t Bytes, Operands, Unresolved, Tokens;
  };
  Mark mark() const {
    return {Args.Bytes.size(), Args.Operands.size(), Builder.unresolvedMark(),
            Map ? Map->mark() : 0};
  }
  void rollBack(const Mark &M) {
    Args.Bytes.resize(M.Bytes);
    Args.Operands.resize(M.Operands);
    Builder.dropUnresolved(M.Unresolved);
    if (Map)
      Map->rollBack(M.Tokens);
  }
  /// Whether values since \p M hold no node.
  bool hasNoNodesSince(const Mark &M) const {
    return Args.Operands.size() == M.Operands &&
           Builder.unresolvedMark() == M.Unresolved;
  }

  void note(SyntaxMap::KindType Kind, const char *From, const char *To) {
    if (LLVM_UNLIKELY(Map != nullptr))
      Map->add(Kind, From, To);
  }
  /// Reports that \p What was expected at \p At. Returns false.
  bool expected(llvm::StringRef What, const char *At);
  /// Warns that \p Text could be something else than what it was taken for.
  void warnAmbiguous(diag::ID Id, llvm::StringRef Text);

  const FXLines &Lines;
  SyntaxMap *const Map;
  SymbolCache Symbols;
  Reporter Report;
  GraphBuilder Builder;
  ArgSpecBuilder Args; ///< Arguments of the line that is read.
};

} // namespace fx::asmparser

#endif // FX_LIB_ASMPARSER_FXOUTPUT_H
