//===- RuleFlags.cpp - Flags about rewrite rules --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Common/CommandLine.h"
#include "Opt/FXOptConfig.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace llvm;

/// `R`, `R>=N`, `R=N` and `R<=N`, with `,` between them.
static Error parseExpectations(StringRef Text,
                               std::vector<FireExpectation> &Into) {
  for (StringRef Word : split(Text, ',')) {
    FireExpectation E;
    size_t End = Word.find_first_of("<>=");
    StringRef Compare = Word.substr(End), Number = "1";
    if (End != StringRef::npos) {
      Number = Compare.ltrim("<>=");
      Compare = Compare.drop_back(Number.size());
      E.Compare = Compare == ">="   ? FireExpectation::AtLeast
                  : Compare == "<=" ? FireExpectation::AtMost
                                    : FireExpectation::Exactly;
    }
    E.Rule = Word.substr(0, End).trim().str();
    bool IsKnown = is_contained({"", ">=", "<=", "="}, Compare);
    if (E.Rule.empty() || !IsKnown || Number.trim().getAsInteger(10, E.Count))
      return createStringError("expected RULE, RULE>=N, RULE=N or RULE<=N, "
                               "not '" +
                               Word + "'");
    Into.push_back(std::move(E));
  }
  return Error::success();
}

/// Rules ask for the values of nodes.
static constexpr StringLiteral Infer = "infer-values{partial},";

/// What may stand in a pipeline without quotes.
static Error checkWord(StringRef Text) {
  if (!Text.empty() && Text.find_first_of("{}, \t") == StringRef::npos)
    return Error::success();
  return createStringError("expected a name without spaces, commas and "
                           "braces, not '" +
                           Text + "'");
}

/// A flag that asks something of rules: a pipeline at its place.
static CommandLineFlag question(FXOptConfig &C, StringRef Name, StringRef Value,
                                StringRef Help,
                                std::string (*Pipeline)(StringRef)) {
  return {Name.str(),
          CommandLineFlag::RequiredValue,
          Value.str(),
          Help.str(),
          CommandLineFlag::Hidden,
          [&C, Pipeline](std::optional<StringRef> Text) -> Error {
            if (Error E = checkWord(*Text))
              return E;
            C.Passes.push_back({"", Pipeline(*Text)});
            C.AsksOnly = true;
            return Error::success();
          }};
}

void fx::addRuleFlags(CommandLine &Flags, FXOptConfig &C) {
  using Flag = CommandLineFlag;
  Flags.add(question(C, "explain-rule", "RULE[@NODE]",
                     "Show where RULE fits nearly; all: a line about each",
                     [](StringRef Text) {
                       return (Infer + "rewrite{explain=" + Text + "}").str();
                     }));
  Flags.add(question(
      C, "find-rule", "RULE|FILE",
      "Show where RULE, or the rules of FILE.fxr, fit", [](StringRef Text) {
        StringRef Option = Text.ends_with(".fxr") ? "rules" : "only";
        return (Infer + "rewrite{find " + Option + "={" + Text + "}}").str();
      }));
  Flags.add(question(
      C, "print-matches", "FILE",
      "Write to FILE, as JSON, where the rules of level 3 fit",
      [](StringRef Text) {
        return (Infer + "rewrite{level=3 write-matches=" + Text + "}").str();
      }));
  Flags.add({"apply-matches", Flag::RequiredValue, "FILE",
             "Apply the matches that FILE lists, and nothing else",
             Flag::Hidden, [&C](std::optional<StringRef> Text) -> Error {
               if (Error E = checkWord(*Text))
                 return E;
               C.Passes.push_back(
                   {"", (Infer + "rewrite{matches=" + *Text + "}").str()});
               return Error::success();
             }});
  Flags.add({"report", Flag::OptionalValue, "FILE",
             "Say what rules and passes did, as a table or in FILE as JSON",
             Flag::Hidden,
             [&C](std::optional<StringRef> Text) -> Error {
               C.Report = Text.value_or("").str();
               return Error::success();
             },
             /*IsOnce=*/true});
  Flags.add({"check-rewrites", Flag::OptionalValue, "N|all",
             "Run what each rewrite replaces and what replaces it, and compare",
             Flag::Hidden, [&C](std::optional<StringRef> Text) -> Error {
               int64_t Number = -1;
               if (Text && *Text != "all" &&
                   (Text->getAsInteger(10, Number) || Number <= 0))
                 return createStringError("expected all or how many of each "
                                          "rule, not '" +
                                          *Text + "'");
               C.CheckedRewrites = Number;
               return Error::success();
             }});
  Flags.add({"expect-fire", Flag::RequiredValue, "RULE>=N,...",
             "Fail unless these rules are applied so often", Flag::Hidden,
             [&C](std::optional<StringRef> Text) -> Error {
               return parseExpectations(*Text, C.ExpectedRules);
             }});
}
