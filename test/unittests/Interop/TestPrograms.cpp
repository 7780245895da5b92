//===- TestPrograms.cpp - Programs for the tests --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPrograms.h"
#include "fx/Support/JSONReader.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace fx::test;
using namespace llvm;

std::vector<std::string> test::programFiles() {
  std::vector<std::string> Files;
  std::error_code EC;
  for (sys::fs::directory_iterator It(inputPath(""), EC), End; It != End && !EC;
       It.increment(EC)) {
    StringRef Name = sys::path::filename(It->path());
    if (Name.ends_with(".pt2"))
      Files.push_back(Name.str());
  }
  llvm::sort(Files);
  return Files;
}

std::vector<std::string> test::programsOf(StringRef File) {
  std::unique_ptr<PT2Archive> Archive =
      cantFail(PT2Archive::open(inputPath(File)));
  std::vector<std::string> Programs;
  for (const PT2Model &M : Archive->models())
    Programs.push_back(cantFail(Archive->read(*M.Program)).str());
  return Programs;
}

std::string test::toJSON(const GraphModule &M) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (Error E = writeProgramJSON(M, OS))
    return toString(std::move(E));
  return Text;
}

/// Not of containers that are deeper than a test needs.
static std::string reverseValue(JSONReader &R) {
  std::vector<std::string> Parts;
  bool First = true;
  char Open = R.peek();
  if (Open == '[') {
    EXPECT_TRUE(R.beginArray());
    while (R.nextElement(First))
      Parts.push_back(reverseValue(R));
    return "[" + join(Parts, ", ") + "]";
  }
  StringRef Raw;
  if (Open != '{') {
    EXPECT_TRUE(R.skipValue(Raw));
    return Raw.str();
  }
  EXPECT_TRUE(R.beginObject());
  StringRef Key;
  while (R.nextMember(First, Key)) {
    std::string Member = "\"" + Key.str() + "\": ";
    Parts.push_back(Member + reverseValue(R));
  }
  std::reverse(Parts.begin(), Parts.end());
  return "{" + join(Parts, ", ") + "}";
}

std::string test::reverseMembers(StringRef JSON) {
  JSONReader R(JSON);
  return reverseValue(R);
}
