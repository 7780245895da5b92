//===- ClassPattern.cpp - Globs over names of module classes --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Analysis/ClassPattern.h"
#include "llvm/ADT/SmallVector.h"

using namespace fx;
using namespace llvm;

std::string fx::canonicalClassName(StringRef Class) {
  // Classes of torch.nn are in modules that are not imported by name.
  StringRef Rest = Class;
  if (!Rest.consume_front("torch.nn.modules."))
    return Class.str();
  return ("torch.nn." + Rest.rsplit('.').second).str();
}

/// The glob without what its alternatives say before their last dots.
static std::string bareGlob(StringRef Glob) {
  std::string Result;
  SmallVector<size_t, 2> Starts = {0};
  for (size_t I = 0; I != Glob.size(); ++I) {
    char C = Glob[I];
    if (C == '[') {
      size_t End = Glob.find(']', I + 2);
      if (End == StringRef::npos)
        End = Glob.size() - 1;
      Result += Glob.slice(I, End + 1);
      I = End;
    } else if (C == '\\' && I + 1 != Glob.size() && Glob[I + 1] != '.') {
      Result += Glob.substr(I++, 2);
    } else if (C == '.') {
      Result.resize(Starts.back());
    } else if (C != '\\') {
      Result += C;
      if (C == '{')
        Starts.push_back(Result.size());
      else if (C == ',' && Starts.size() > 1)
        Starts.back() = Result.size();
      else if (C == '}' && Starts.size() > 1)
        Starts.pop_back();
    }
  }
  return Result;
}

Expected<ClassPattern> ClassPattern::create(StringRef Glob) {
  auto D = std::make_shared<Data>();
  D->FullText = Glob.lower();
  D->BareText = bareGlob(D->FullText);
  D->Qualified = Glob.contains('.');
  Expected<GlobPattern> Full =
      GlobPattern::create(D->FullText, MaxGlobAlternatives);
  if (!Full)
    return Full.takeError();
  Expected<GlobPattern> Bare =
      GlobPattern::create(D->BareText, MaxGlobAlternatives);
  if (!Bare)
    return Bare.takeError();
  D->Full = std::move(*Full);
  D->Bare = std::move(*Bare);
  return ClassPattern(std::move(D));
}

bool ClassPattern::matches(StringRef Class) const {
  if (Class.empty())
    return false;
  std::string Name = Class.lower();
  bool HasModule = StringRef(Name).contains('.');
  if (!D->Qualified || !HasModule)
    return D->Bare.match(HasModule ? StringRef(Name).rsplit('.').second
                                   : StringRef(Name));
  return D->Full.match(Name) || D->Full.match(canonicalClassName(Name));
}
