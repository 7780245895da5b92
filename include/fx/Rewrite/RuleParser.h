//===- RuleParser.h - Reads files of rewrite rules --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Parses one file of rules. RuleSyntax.h has the tree that comes out,
/// docs/RuleLanguage.md describes the language.
///
//===----------------------------------------------------------------------===//

#ifndef FX_REWRITE_RULEPARSER_H
#define FX_REWRITE_RULEPARSER_H

#include "fx/Rewrite/RuleSyntax.h"

namespace fx {
class DiagnosticEngine;
}

namespace fx::rewrite {

/// Reads buffer \p BufferId of \p Source. Null when errors were reported to
/// \p Diags, one for each clause that is wrong. Nothing of the text is
/// executed; its size and nesting are limited. Without \p Examples those of
/// rules are skipped. O(bytes).
std::unique_ptr<RuleFile> parseRules(std::shared_ptr<llvm::SourceMgr> Source,
                                     unsigned BufferId, DiagnosticEngine &Diags,
                                     bool Examples = true);

} // namespace fx::rewrite

#endif // FX_REWRITE_RULEPARSER_H
