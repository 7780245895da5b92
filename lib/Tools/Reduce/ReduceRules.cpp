//===- ReduceRules.cpp - Makes files of rules smaller ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a file says is read again for each candidate, and a text that is not a
// file of rules fails in another way: so any part may be tried.
//
//===----------------------------------------------------------------------===//

#include "Common/StateFile.h"
#include "Common/ToolOutput.h"
#include "Reducer.h"
#include "fx/Pass/PassOption.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <deque>

using namespace fx;
using namespace llvm;

/// The option that names files of rules.
static constexpr StringLiteral RulesFlag = "rules";

/// The files of rules that the pass \p P reads.
static std::vector<std::string> ruleFilesOf(Pass &P) {
  PassOptionBase *Rules = P.findOption(RulesFlag);
  if (!Rules || Rules->hasDefaultValue())
    return {};
  std::string Value;
  raw_string_ostream OS(Value);
  Rules->print(OS);
  std::vector<std::string> Files;
  for (StringRef Item : splitOptionList(Value))
    Files.push_back(Item.str());
  return Files;
}

/// The pass \p Text with \p To in place of the file \p From; empty where that
/// is not in it.
static std::string withRuleFile(StringRef Text, StringRef From, StringRef To,
                                const PassRegistry &Registry) {
  PassPipeline One = onePass(Text, Registry);
  if (One.empty())
    return "";
  Pass &P = *One.elements().front().P;
  std::vector<std::string> Files = ruleFilesOf(P);
  if (!is_contained(Files, From))
    return "";
  std::replace(Files.begin(), Files.end(), From.str(), To.str());
  if (Error E = P.findOption(RulesFlag)->parse("{" + join(Files, ",") + "}")) {
    consumeError(std::move(E));
    return "";
  }
  return textOf(One);
}

/// What stands between two words at the beginnings of lines: a rule, a define,
/// a set, or the first line. Comments are left out, and examples, which decide
/// nothing.
static SmallVector<std::string> partsOf(StringRef Text) {
  SmallVector<std::string> Parts;
  SmallVector<StringRef> Lines;
  Text.split(Lines, '\n');
  for (StringRef Line : Lines) {
    StringRef Said = Line.trim();
    if (Said.empty() || Said.starts_with("//") || Said.starts_with("example "))
      continue;
    bool Begins = isAlpha(Line.front());
    if (Begins || Parts.empty())
      Parts.emplace_back();
    Parts.back() += (Line.rtrim() + "\n").str();
  }
  return Parts;
}

static bool writeText(StringRef Path, StringRef Text) {
  return !errorToBool(writeOutput(Path, [&](raw_ostream &OS) { OS << Text; }));
}

/// Leaves parts of one file of rules out, and writes what is needed beside the
/// test. Clauses of rules stay: without them a rule would be another one.
bool Reducer::reduceRuleFile(size_t Place, StringRef File) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(File);
  if (!Buffer || (*Buffer)->getBufferSize() > MaxRuleText)
    return false;
  SmallVector<std::string> Parts = partsOf((*Buffer)->getBuffer());
  size_t Old = Parts.size();
  // Each candidate has a file of its own, since some run at once.
  std::deque<StateRemover> Removers;
  std::string Current = File.str(), Original = Best.Passes[Place];
  auto WithParts = [&](Candidate &C, ArrayRef<std::string> Kept) {
    SmallString<128> Path;
    if (sys::fs::createTemporaryFile("fx-reduce", "fxr", Path))
      return false;
    Removers.emplace_back(Path);
    C.Passes[Place] = withRuleFile(Original, File, Path, Context.Registry);
    return !C.Passes[Place].empty() && writeText(Path, join(Kept, ""));
  };
  // Elsewhere, files that it uses may not be found.
  if (!tryOnce([&](Candidate &C) { return WithParts(C, Parts); },
               /*MustBeSmaller=*/false))
    return false;
  for (size_t Length = bit_ceil(Parts.size()); Length && !outOfTime();
       Length /= 2)
    for (size_t Begin = 0; Begin < Parts.size() && !outOfTime();) {
      SmallVector<std::string> Kept(Parts);
      Kept.erase(Kept.begin() + Begin,
                 Kept.begin() + std::min(Begin + Length, Kept.size()));
      if (tryOnce([&](Candidate &C) { return WithParts(C, Kept); },
                  /*MustBeSmaller=*/false))
        Parts = std::move(Kept);
      else
        Begin += Length;
    }
  bool IsLess = Parts.size() < Old;
  std::string Path = Options.RuleFile;
  Candidate C = Best.clone();
  C.Passes[Place] = IsLess && writeText(Path, join(Parts, ""))
                        ? withRuleFile(Original, File, Path, Context.Registry)
                        : Original;
  C.RuleFile = IsLess ? Path : Best.RuleFile;
  std::string Text = C.text();
  setBest(std::move(C), std::move(Text));
  return IsLess;
}

/// One file of rules, which then has the rules that are needed alone.
bool Reducer::reduceRules() {
  if (Options.RuleFile.empty() || !Best.RuleFile.empty())
    return false;
  for (size_t I = 0; I != Best.Passes.size(); ++I) {
    PassPipeline One = onePass(Best.Passes[I], Context.Registry);
    if (One.empty())
      continue;
    for (const std::string &File : ruleFilesOf(*One.elements().front().P))
      if (reduceRuleFile(I, File))
        return true;
  }
  return false;
}
