//===- NativeParts.cpp - Parts of rules in C++ ----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeParts.h"
#include "Compile/RuleOps.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>
#include <mutex>

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

namespace {
struct NativeRegistry {
  std::mutex Lock;
  std::deque<NativeFunction> Functions;
  StringMap<std::unique_ptr<RewritePattern>> Patterns;
};
} // namespace

static NativeRegistry &registry() {
  static NativeRegistry Registry;
  return Registry;
}

ResultBuilder::~ResultBuilder() = default;
RewritePattern::~RewritePattern() = default;

bool fx::rewrite::registerRuleFunction(StringRef Name, unsigned MinArgs,
                                       unsigned MaxArgs,
                                       RuleFunction Function) {
  if (lookupFunctionInfo(Name) || lookupRuleOp(Name).Op || MinArgs > MaxArgs ||
      MaxArgs > UINT8_MAX)
    return false;
  NativeRegistry &R = registry();
  std::lock_guard<std::mutex> Guard(R.Lock);
  // Another thread may have come first.
  if (any_of(R.Functions,
             [&](const NativeFunction &F) { return F.Name == Name; }))
    return false;
  NativeFunction &New = R.Functions.emplace_back();
  New.Name = Name.str();
  New.Info = {New.Name, FunctionId(NumFunctions + R.Functions.size() - 1),
              uint8_t(MinArgs), uint8_t(MaxArgs), /*TakesValues=*/true};
  New.Function = std::move(Function);
  return true;
}

const NativeFunction *fx::rewrite::findNativeFunction(StringRef Name) {
  NativeRegistry &R = registry();
  std::lock_guard<std::mutex> Guard(R.Lock);
  for (const NativeFunction &F : R.Functions)
    if (F.Name == Name)
      return &F;
  return nullptr;
}

const NativeFunction *fx::rewrite::nativeFunction(FunctionId Id) {
  if (unsigned(Id) < NumFunctions)
    return nullptr;
  NativeRegistry &R = registry();
  std::lock_guard<std::mutex> Guard(R.Lock);
  size_t I = size_t(Id) - NumFunctions;
  return I < R.Functions.size() ? &R.Functions[I] : nullptr;
}

bool fx::rewrite::registerRewritePattern(
    StringRef Rule, std::unique_ptr<RewritePattern> Pattern) {
  NativeRegistry &R = registry();
  std::lock_guard<std::mutex> Guard(R.Lock);
  return R.Patterns.try_emplace(Rule, std::move(Pattern)).second;
}

const RewritePattern *fx::rewrite::findRewritePattern(StringRef Rule) {
  NativeRegistry &R = registry();
  std::lock_guard<std::mutex> Guard(R.Lock);
  auto It = R.Patterns.find(Rule);
  return It == R.Patterns.end() ? nullptr : It->second.get();
}
