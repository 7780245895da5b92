//===- RuleFolding.h - Constants that rules compute -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Lets rewrite rules look at weights and compute new ones.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSFORMS_RULEFOLDING_H
#define FX_TRANSFORMS_RULEFOLDING_H

#include "fx/Rewrite/RuleHost.h"
#include <memory>

namespace fx {

class GraphModule;

/// What rules know of the state of \p M, which outlives it. Parameters are
/// constant where nobody asks for gradients. State is looked at when a rule
/// asks for the first time, in O(nodes + uses); it may not get new writers
/// meanwhile.
std::unique_ptr<rewrite::RuleHost> makeRuleHost(GraphModule &M, bool Inference);

} // namespace fx

#endif // FX_TRANSFORMS_RULEFOLDING_H
