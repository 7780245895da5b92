//===- StoredWords.cpp - Command lines that files have --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredWords.h"
#include "StateFile.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

static constexpr StringLiteral CodeFlags[] = {"load-pass-plugin",
                                              "torch-library"};

/// Besides passes: flags that say what is read, and what passes and checks do
/// with it. None writes a file or runs a command.
static constexpr StringLiteral KeptFlags[] = {"allow-no-output",
                                              "any",
                                              "apply-matches",
                                              "atol",
                                              "check-numerics",
                                              "check-rewrites",
                                              "crash",
                                              "drop-aoti",
                                              "fires",
                                              "from",
                                              "inference",
                                              "input",
                                              "inputs",
                                              "keep-program",
                                              "link-weights",
                                              "load-rules",
                                              "max-time",
                                              "message",
                                              "module-class",
                                              "module-tree",
                                              "nan",
                                              "no-verify",
                                              "O0",
                                              "O1",
                                              "O2",
                                              "O3",
                                              "only-rewrites",
                                              "passes",
                                              "print-format",
                                              "random-weights",
                                              "refuses",
                                              "rtol",
                                              "save-weights",
                                              "schema",
                                              "seed",
                                              "skip-rewrites",
                                              "time-limit",
                                              "to",
                                              "verify-each",
                                              "verify-idempotence",
                                              "weights"};

Expected<std::vector<std::string>>
fx::takeStoredWords(const CommandLine &Flags, ArrayRef<std::string> Stored,
                    ArrayRef<const char *> Given) {
  SmallVector<std::pair<std::string, std::string>> Code;
  Flags.walk(Given, [&](StringRef Name, std::optional<StringRef> Value,
                        ArrayRef<const char *>) {
    if (is_contained(CodeFlags, Name))
      Code.emplace_back(Name, Value.value_or(""));
  });
  SmallVector<const char *, 16> Words;
  for (const std::string &Word : Stored)
    Words.push_back(Word.c_str());
  std::vector<std::string> Kept;
  std::string Missing;
  Flags.walk(Words, [&](StringRef Name, std::optional<StringRef> Value,
                        ArrayRef<const char *> Here) {
    if (is_contained(CodeFlags, Name)) {
      std::pair<std::string, std::string> Flag(Name, Value.value_or(""));
      if (!is_contained(Code, Flag))
        Missing += " " + shellWord("--" + Flag.first + "=" + Flag.second);
      return;
    }
    // No word begins with `@`: it would be a file of words.
    if (Name.empty()) {
      StringRef File = Here.front();
      Kept.push_back((File.starts_with("@") ? "./" : "") + File.str());
      return;
    }
    const CommandLineFlag *Known = Flags.find(Name);
    // What is not known is the flag of a pass of a plugin, or a mistake that is
    // reported.
    if (!Known || Known->Visible == CommandLineFlag::PassFlag ||
        is_contained(KeptFlags, Name))
      Kept.push_back(flagText(Name) + (Value ? "=" + Value->str() : ""));
  });
  if (Missing.empty())
    return Kept;
  return createStringError("it loads native code, which runs with your "
                           "rights; if that is meant, add" +
                           Missing);
}

void fx::addCodeFlags(CommandLine &Flags, std::vector<std::string> &Words) {
  for (StringRef Name : CodeFlags)
    Flags.add({Name.str(), CommandLineFlag::RequiredValue, "FILE",
               "With --undo: load this, as the run of the journal did",
               CommandLineFlag::Shown,
               [&Words, Name](std::optional<StringRef> Text) -> Error {
                 Words.push_back(("--" + Name + "=" + *Text).str());
                 return Error::success();
               }});
  for (StringRef Name : CodeFlags)
    Flags.needs(Name, {"undo"});
}
