//===- ResultVariants.cpp - Programs with more results --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `match each` takes all calls that fit, and an example of two of them says
// little about three.
//
//===----------------------------------------------------------------------===//

#include "RuleVariants.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

static void forEachName(const Expr &E, function_ref<void(StringRef)> Visit) {
  if (E.Kind == ExprKind::Value)
    Visit(E.Text);
  for (const Expr *Kid : E.Kids)
    if (Kid)
      forEachName(*Kid, Visit);
}

/// A copy of the last result in each of \p Times rounds, with what it alone is
/// made of: inputs, and lines that have a name.
Clause RuleVariants::repeatLastResult(unsigned Times) {
  Clause New = Example;
  std::vector<Line> &Lines = New.Before.Lines;
  if (Lines.empty() || !Lines.back().Results.empty())
    return New;
  StringMap<const Expr *> Definitions;
  for (const Line &L : Example.Before.Lines)
    for (const Expr *Name : L.Results)
      Definitions[Name->Text] = L.Value;
  auto MarkUsed = [&](const Expr &E, StringSet<> &Used, auto &Mark) -> void {
    forEachName(E, [&](StringRef Name) {
      if (!Used.insert(Name).second)
        return;
      if (const Expr *Value = Definitions.lookup(Name))
        Mark(*Value, Used, Mark);
    });
  };
  StringSet<> Shared, Own;
  for (const Line &L : drop_end(Example.Before.Lines))
    if (L.Results.empty())
      MarkUsed(*L.Value, Shared, MarkUsed);
  MarkUsed(*Example.Before.Lines.back().Value, Own, MarkUsed);
  auto IsOwn = [&](StringRef Name) {
    return Own.contains(Name) && !Shared.contains(Name);
  };

  for (unsigned Round = 0; Round != Times; ++Round) {
    StringMap<StringRef> Renamed;
    auto Rename = [&](StringRef Name) {
      Renamed[Name] = unused((Name + "_" + Twine(Round)).str());
      return Renamed[Name];
    };
    auto Copied = [&](const Expr &E) {
      Expr *New = copy(E, {});
      auto Replace = [&](Expr &At, auto &Replace) -> void {
        if (auto It = Renamed.find(At.Text);
            At.Kind == ExprKind::Value && It != Renamed.end())
          At.Text = It->second;
        for (Expr *Kid : At.Kids)
          if (Kid)
            Replace(*Kid, Replace);
      };
      Replace(*New, Replace);
      return New;
    };
    for (const Clause::Input &I : Example.Inputs)
      if (IsOwn(I.Name)) {
        New.Inputs.push_back(I);
        New.Inputs.back().Name = Rename(I.Name);
      }
    for (const Line &L : Example.Before.Lines) {
      if (L.Results.size() != 1 || !IsOwn(L.Results[0]->Text))
        continue;
      Line Again = L;
      Again.Value = Copied(*L.Value);
      Again.Results[0] = copy(*L.Results[0], {});
      Again.Results[0]->Text = Rename(L.Results[0]->Text);
      Lines.push_back(std::move(Again));
    }
    Line Last = Example.Before.Lines.back();
    Last.Value = Copied(*Last.Value);
    Lines.push_back(std::move(Last));
  }
  return New;
}
