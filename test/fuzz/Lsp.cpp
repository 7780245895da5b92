//===- Lsp.cpp - What an editor asks of any text --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first byte says whether the text is a graph or a file of rules. Every
// request is asked at some places of it.
//
//===----------------------------------------------------------------------===//

#include "Features.h"
#include "fx/Tools/AllPasses.h"
#include <cstdlib>

using namespace fx;
using namespace fx::lsp;

static const Environment &environment() {
  static const Environment *Env = [] {
    auto *New = new Environment;
    registerAllPasses(New->Registry);
    New->Options["fx-opt"] = {"passes", "dce", "split-input-file"};
    return New;
  }();
  return *Env;
}

static void ask(const Snapshot &S, size_t At, size_t End) {
  const Environment &Env = environment();
  (void)hover(S, Env, At);
  (void)definition(S, Env, At);
  (void)references(S, At, /*WithDefinition=*/true);
  (void)highlights(S, At);
  (void)completion(S, Env, At);
  (void)selectionRange(S, At);
  (void)inlayHints(S, {}, At, End);
  (void)codeActions(S, At, End);
  (void)semanticTokens(S, At, End);
  Expected<json::Value> Place = prepareRename(S, At);
  if (!Place)
    llvm::consumeError(Place.takeError());
  Expected<json::Value> Renamed = rename(S, Env, At, "new_name");
  if (!Renamed)
    llvm::consumeError(Renamed.takeError());
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  if (!Size)
    return 0;
  auto Contents = std::make_shared<const std::string>(
      reinterpret_cast<const char *>(Data) + 1, Size - 1);
  Snapshot S(Data[0] & 1 ? "file:///a.fxr" : "file:///a.fx", 1, Contents);
  S.read(environment());
  // Places are in the text, in the right order.
  for (const PlacedMessage &M : S.Messages)
    if (M.Begin > M.End || M.End > Contents->size())
      abort();
  (void)diagnosticsOf(S, environment());
  (void)documentSymbols(S);
  (void)foldingRanges(S);
  Expected<json::Value> Formatted = formatting(S);
  if (!Formatted)
    llvm::consumeError(Formatted.takeError());
  for (size_t I = 0; I != 8; ++I)
    ask(S, Contents->size() * I / 7, Contents->size());
  return 0;
}
