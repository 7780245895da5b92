//===- EffectRule.cpp - The text of effect rules ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/OpInfo.h"
#include "fx/Support/CharClass.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using llvm::StringRef;

static bool isParamName(StringRef Name) {
  return !Name.empty() && !llvm::isDigit(Name.front()) &&
         llvm::all_of(Name, isNameChar);
}

llvm::Expected<EffectRule> fx::parseEffectRule(StringRef Text) {
  auto Fail = [&](const llvm::Twine &Message) {
    return llvm::createStringError("effect '" + Text + "': " + Message);
  };
  llvm::SmallVector<StringRef, 6> Words;
  Text.split(Words, ' ', -1, /*KeepEmpty=*/false);
  llvm::ArrayRef<StringRef> Rest = Words;
  auto Next = [&]() -> StringRef {
    if (Rest.empty())
      return "";
    StringRef Word = Rest.front();
    Rest = Rest.drop_front();
    return Word;
  };

  StringRef Verb = Next();
  EffectRule Rule;
  auto Kind = llvm::StringSwitch<std::optional<EffectRule::RuleKind>>(Verb)
                  .Case("writes", EffectRule::Writes)
                  .Case("aliases", EffectRule::Aliases)
                  .Case("random", EffectRule::Random)
                  .Case("side-effect", EffectRule::SideEffect)
                  .Case("opaque", EffectRule::Opaque)
                  .Default(std::nullopt);
  if (!Kind)
    return Fail("expected writes, aliases, random, side-effect or opaque");
  Rule.Kind = *Kind;
  if (Rule.Kind == EffectRule::Writes || Rule.Kind == EffectRule::Aliases) {
    Rule.Param = Next();
    if (!isParamName(Rule.Param))
      return Fail("expected a parameter after '" + Verb + "'");
  }
  if (Rest.empty())
    return Rule;
  if (Next() != "if")
    return Fail("expected 'if'");
  Rule.When = EffectRule::IfTrue;
  Rule.Condition = Next();
  if (Rule.Condition == "not") {
    Rule.When = EffectRule::IfFalse;
    Rule.Condition = Next();
  }
  if (!isParamName(Rule.Condition))
    return Fail("expected a parameter after 'if'");
  if (!Rest.empty())
    return Fail("unexpected '" + Rest.front() + "'");
  return Rule;
}
