//===- SelectorParser.h - Reads selectors -----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_ANALYSIS_SELECTORPARSER_H
#define FX_LIB_ANALYSIS_SELECTORPARSER_H

#include "fx/Analysis/NodeSelector.h"
#include "fx/IR/NodeDiagnostic.h"

namespace fx {

/// Recursive descent over the grammar in NodeSelector.h; writes the steps as it
/// goes. Bounded by NodeSelector::MaxDepth.
class SelectorParser {
public:
  SelectorParser(llvm::StringRef Text, Context &Ctx);
  llvm::Expected<NodeSelector> parse();

private:
  llvm::Error parseAny(unsigned Depth);
  llvm::Error parseAll(unsigned Depth);
  llvm::Error parseUnary(unsigned Depth);
  llvm::Error parseTerm();
  NodeSelector::Relation parseRelation();
  llvm::Error parseValue(std::string &Value);
  llvm::Error setGlob(NodeSelector::Term &T, llvm::StringRef Value, size_t At);
  llvm::Error unknownKey(llvm::StringRef Name, size_t At);
  llvm::Error unknownValue(diag::ID Id, llvm::StringRef Value,
                           llvm::ArrayRef<llvm::StringRef> Known, size_t At);
  void addTerm(NodeSelector::Term T);

  bool consume(char C);
  bool consumeWord(llvm::StringRef Word);
  bool consumeOperator(char C);
  void skipBlanks();
  size_t offset() const { return D->Text.size() - Rest.size(); }
  template <typename... Ts>
  DiagnosticBuilder fail(diag::ID Id, size_t Offset, const Ts &...Args);

  Context &Ctx;
  std::shared_ptr<NodeSelector::Data> D;
  llvm::StringRef Rest;
};

/// Whether \p Glob matches a spelling of \p T: torch.float32, float32 or f32.
bool matchesDType(const llvm::GlobPattern &Glob, DType T);

} // namespace fx

#endif // FX_LIB_ANALYSIS_SELECTORPARSER_H
