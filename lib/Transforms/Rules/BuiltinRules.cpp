//===- BuiltinRules.cpp - Rules that come with fx-opt ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Transforms/BuiltinRules.h"

using namespace fx;

static constexpr BuiltinRules Files[] = {
#include "fx/Transforms/BuiltinRules.inc"
};

llvm::ArrayRef<BuiltinRules> fx::builtinRules() { return Files; }
