//===- Globs.cpp - Lists of glob patterns ---------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Support/Globs.h"
#include "fx/Support/Diagnostic.h"

using namespace fx;
using namespace llvm;

Expected<std::vector<GlobPattern>> fx::parseGlobs(ArrayRef<std::string> Texts) {
  std::vector<GlobPattern> Globs;
  for (const std::string &Text : Texts) {
    Expected<GlobPattern> Glob = GlobPattern::create(Text);
    if (!Glob)
      return makeError(diag::err_bad_glob, DiagnosticPlace(), Text,
                       toString(Glob.takeError()));
    Globs.push_back(std::move(*Glob));
  }
  return Globs;
}
