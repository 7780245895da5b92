//===- NearestWord.cpp - What a word was meant to be ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Support/NearestWord.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace llvm;

/// \p Word in lower case, without dashes and underscores.
static std::string squeezed(StringRef Word) {
  std::string Result;
  for (char C : Word)
    if (C != '-' && C != '_')
      Result += toLower(C);
  return Result;
}

StringRef fx::nearestWord(StringRef Word, ArrayRef<StringRef> Candidates) {
  std::string Squeezed = squeezed(Word);
  for (StringRef Candidate : Candidates)
    if (!Squeezed.empty() && squeezed(Candidate) == Squeezed)
      return Candidate;
  StringRef Nearest;
  // So many letters may not differ, and never all of them.
  unsigned Best = std::min<size_t>(Word.size(), Word.size() < 9 ? 3 : 4);
  for (StringRef Candidate : Candidates) {
    unsigned Distance = Candidate.edit_distance(Word, true, Best);
    if (Distance < Best) {
      Best = Distance;
      Nearest = Candidate;
    }
  }
  return Nearest;
}
