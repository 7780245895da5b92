//===- RuleLoader.cpp - Files of rules and those that they use ------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Rewrite/RuleLoader.h"
#include "fx/IR/NodeDiagnostic.h"
#include "fx/Rewrite/RuleLibrary.h"
#include "fx/Rewrite/RuleParser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/SourceMgr.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

/// The identity of a file: two paths may lead to it.
static std::string keyOf(StringRef Path) {
  SmallString<128> Real;
  return (sys::fs::real_path(Path, Real) ? Path : Real.str()).str();
}

RuleFile *RuleLoader::read(unsigned BufferId, StringRef Key, Files &Read,
                           bool Examples) {
  std::unique_ptr<RuleFile> File =
      parseRules(Source, BufferId, Diags, Examples);
  RuleFile *Result = File.get();
  // Files may use each other: this one is known while others are read.
  if (!Key.empty())
    Known[Key] = Result;
  if (!File)
    return nullptr;
  StringRef From = Source->getMemoryBuffer(BufferId)->getBufferIdentifier();
  SaveAndRestore Deeper(Depth, Depth + 1);
  bool Good = true;
  for (UsedFile &U : File->Uses)
    Good &= readUsed(U, From, Read);
  Read.push_back(std::move(File));
  return Good ? Result : nullptr;
}

bool RuleLoader::readUsed(UsedFile &U, StringRef From, Files &Read) {
  SMLoc Loc = SMLoc::getFromPointer(U.Loc);
  SmallString<128> Path(U.Path);
  if (!sys::path::is_absolute(Path)) {
    Path = sys::path::parent_path(From);
    sys::path::append(Path, U.Path);
  }
  std::string Key = keyOf(Path);
  auto It = Known.find(Key);
  if (It != Known.end()) {
    U.File = It->second;
    return U.File != nullptr;
  }
  if (Depth > MaxRuleNesting) {
    Diags.report(diag::err_rules_limit, Loc, MaxRuleNesting,
                 "files that use each other");
    return false;
  }
  auto Text = MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!Text) {
    Diags.report(diag::err_open_input, Loc,
                 "'" + Path + "': " + Text.getError().message());
    return false;
  }
  U.File =
      read(Source->AddNewSourceBuffer(std::move(*Text), SMLoc()), Key, Read);
  return U.File != nullptr;
}

bool RuleLoader::readFile(StringRef Path, Files &Read) {
  if (std::optional<std::string> Text = providedRules(Path))
    return readText(Path, *Text, Read);
  std::string Key = Path == "-" ? std::string() : keyOf(Path);
  auto It = Known.find(Key);
  if (It != Known.end())
    return It->second != nullptr;
  auto Text = MemoryBuffer::getFileOrSTDIN(Path, /*IsText=*/true);
  if (!Text) {
    Diags.report(diag::err_open_input, SMLoc(), Text.getError().message())
        .file(Path);
    return false;
  }
  return read(Source->AddNewSourceBuffer(std::move(*Text), SMLoc()), Key,
              Read) != nullptr;
}

bool RuleLoader::readText(StringRef Name, StringRef Text, Files &Read,
                          bool Examples) {
  // A file that was read before it is used is the same.
  std::string Key = sys::fs::exists(Name) ? keyOf(Name) : std::string();
  if (auto It = Known.find(Key); !Key.empty() && It != Known.end())
    return It->second != nullptr;
  unsigned Id = Source->AddNewSourceBuffer(
      MemoryBuffer::getMemBufferCopy(Text, Name), SMLoc());
  return read(Id, Key, Read, Examples) != nullptr;
}

bool RuleLoader::readBuffer(unsigned BufferId, Files &Read) {
  StringRef Name = Source->getMemoryBuffer(BufferId)->getBufferIdentifier();
  return read(BufferId, keyOf(Name), Read) != nullptr;
}
