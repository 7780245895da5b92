//===- RuleLibrary.cpp - Texts of rules -----------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Rewrite/RuleLibrary.h"
#include "llvm/ADT/StringMap.h"
#include <deque>
#include <mutex>
#include <string>

using namespace llvm;

namespace {
struct RuleLibrary {
  std::mutex Lock;
  std::deque<std::pair<std::string, std::string>> Texts;
  StringMap<std::string> Provided;
};
} // namespace

static RuleLibrary &library() {
  static RuleLibrary Library;
  return Library;
}

void fx::rewrite::registerRules(StringRef Name, StringRef Text) {
  RuleLibrary &Library = library();
  std::lock_guard<std::mutex> Guard(Library.Lock);
  Library.Texts.emplace_back(Name.str(), Text.str());
}

void fx::rewrite::provideRules(StringRef Name, StringRef Text) {
  RuleLibrary &Library = library();
  std::lock_guard<std::mutex> Guard(Library.Lock);
  Library.Provided[Name] = Text.str();
}

std::optional<std::string> fx::rewrite::providedRules(StringRef Name) {
  RuleLibrary &Library = library();
  std::lock_guard<std::mutex> Guard(Library.Lock);
  auto It = Library.Provided.find(Name);
  return It == Library.Provided.end() ? std::nullopt
                                      : std::optional(It->second);
}

void fx::rewrite::forEachRuleText(
    function_ref<void(StringRef Name, StringRef Text)> Visit) {
  RuleLibrary &Library = library();
  size_t Count;
  {
    std::lock_guard<std::mutex> Guard(Library.Lock);
    Count = Library.Texts.size();
  }
  for (size_t I = 0; I != Count; ++I) {
    std::pair<std::string, std::string> *Entry;
    {
      std::lock_guard<std::mutex> Guard(Library.Lock);
      Entry = &Library.Texts[I];
    }
    Visit(Entry->first, Entry->second);
  }
}
