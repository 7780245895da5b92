//===- AllValues.h - Examples with all values of small types ----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where each element of a result follows from the elements of the inputs at its
// place, a run on all values of the types decides whether a rule is exact
// there.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_ALLVALUES_H
#define FX_LIB_REWRITE_ALLVALUES_H

#include "fx/IR/TorchTypes.h"
#include "fx/Rewrite/RuleSyntax.h"
#include <string>
#include <vector>

namespace fx {
class GraphModule;
} // namespace fx

namespace fx::rewrite {

/// An example whose inputs have one dimension, and run through all values of
/// their types, or all pairs.
struct AllValues {
  Clause Program;
  /// The bytes of each input.
  std::vector<std::string> Inputs;
  /// What the inputs are that are not masks.
  llvm::StringRef Type;
};

/// One for each type of 8 and 16 bits with which the inputs of \p Example have
/// at most 17 bits together. Inputs that are `bool` stay so. Nothing where an
/// input is constant or is not a tensor.
std::vector<AllValues> allValuesOf(const Clause &Example);

/// Whether all calls of \p M are elementwise.
bool isElementwise(const GraphModule &M);
/// Whether a call of \p M divides: the least integer by -1 ends the process in
/// some versions of LibTorch.
bool divides(const GraphModule &M);

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_ALLVALUES_H
