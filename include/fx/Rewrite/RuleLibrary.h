//===- RuleLibrary.h - Texts of rules ---------------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Rules of which passes know besides those that they are told: files of the
/// command line (`--load-rules`), and texts of plugins.
///
//===----------------------------------------------------------------------===//

#ifndef FX_REWRITE_RULELIBRARY_H
#define FX_REWRITE_RULELIBRARY_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace fx::rewrite {

/// Adds the text of a file, which is copied; \p Name is for messages.
/// Thread-safe. The text is read when rules are wanted: parseRules says before
/// whether it can be.
void registerRules(llvm::StringRef Name, llvm::StringRef Text);

/// Makes \p Name stand for \p Text where a pass is given files of rules; what
/// it stood for before is replaced. Thread-safe.
void provideRules(llvm::StringRef Name, llvm::StringRef Text);
/// The text that \p Name stands for, or nothing.
std::optional<std::string> providedRules(llvm::StringRef Name);

/// Calls \p Visit for each text, in the order of registration.
void forEachRuleText(
    llvm::function_ref<void(llvm::StringRef Name, llvm::StringRef Text)> Visit);

} // namespace fx::rewrite

#endif // FX_REWRITE_RULELIBRARY_H
