//===- RuleNames.h - Names in files of rules --------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_LSP_RULENAMES_H
#define FX_LIB_TOOLS_LSP_RULENAMES_H

#include "Snapshot.h"

namespace fx::lsp {

/// A rule, a set or a define of a file, by its text alone: it is known when the
/// file has mistakes too.
struct RuleItem {
  size_t Begin, End;
  size_t NameBegin, NameEnd;
  llvm::StringRef Keyword, Name;
};
std::vector<RuleItem> ruleItems(llvm::StringRef Text);

/// A word of a file of rules, and what kind it is of, by the text alone.
struct WordRange {
  /// As the kinds of semantic tokens are numbered.
  enum KindTy : uint8_t {
    Variable,
    Keyword,
    Function,
    Type,
    Property,
    String,
    Number,
    Class,
  };
  size_t Begin, End;
  KindTy Kind;
  bool IsDefinition;
};
/// In order; none has a line end in it.
std::vector<WordRange> ruleWords(llvm::StringRef Text);

/// A capture `%x` or `$k`, or the name of a define or set.
struct RuleName {
  /// Without the sign where an example declares its input: `(x: f32[2])`.
  size_t Begin, End;
  /// Where the name means this.
  size_t ScopeBegin, ScopeEnd;
  llvm::StringRef Text;

  /// Without the sign.
  llvm::StringRef word() const { return Text.ltrim("%$"); }
};
std::optional<RuleName> ruleNameAt(const Snapshot &S, size_t Offset);
/// In order; the first one is the definition.
std::vector<std::pair<size_t, size_t>> rulePlacesOf(const Snapshot &S,
                                                    const RuleName &Name);

} // namespace fx::lsp

#endif // FX_LIB_TOOLS_LSP_RULENAMES_H
