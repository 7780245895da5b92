//===- SymbolicExpr.cpp - Fuzz target: symbolic sizes ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An expression in either spelling can be printed and evaluated, and what
// Python's spelling becomes can be read.
//
//===----------------------------------------------------------------------===//

#include "fx/IR/SymbolicExpr.h"
#include "Fuzz.h"

using namespace fx;
using fx::fuzz::check;

static std::optional<int64_t> evaluate(const SymbolicExpr &E) {
  return E.evaluate([](llvm::StringRef Name) -> std::optional<int64_t> {
    return int64_t(Name.size()) + (Name.empty() ? 0 : Name.back());
  });
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text = fuzz::asText(Data, Size);
  if (std::optional<SymbolicExpr> E = SymbolicExpr::parse(Text)) {
    check(!E->nodes().empty() && E->nodes().size() <= SymbolicExpr::MaxNodes,
          "the number of nodes");
    (void)evaluate(*E);
    // What is printed and understood again has the same value.
    std::optional<std::string> Printed = E->str();
    std::optional<std::string> Source =
        Printed ? SymbolicExpr::fromPython(*Printed) : std::nullopt;
    std::optional<SymbolicExpr> Again =
        Source ? SymbolicExpr::parse(*Source) : std::nullopt;
    if (Again) {
      std::optional<int64_t> Value = evaluate(*E), Other = evaluate(*Again);
      check(!Value || !Other || Value == Other, "printing changes the value");
    }
  }
  if (std::optional<std::string> Source = SymbolicExpr::fromPython(Text))
    check(Source->size() <= 64 * (Size + 1), "a text that explodes");
  return 0;
}
