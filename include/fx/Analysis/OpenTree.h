//===- OpenTree.h - What a printed module tree lets expect ------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A module tree that was read from a print has no constructor arguments where
/// the print hides them. This file infers hidden ones from other modules of the
/// same tree.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ANALYSIS_OPENTREE_H
#define FX_ANALYSIS_OPENTREE_H

#include "fx/IR/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

namespace fx {

/// What the modules of one printed tree show about constructor arguments that
/// the print of another module hides. The tree must not change.
class OpenTreeEvidence {
public:
  explicit OpenTreeEvidence(const Module &Root);

  /// What `inplace` of \p M, a module of the tree whose class never shows it,
  /// probably is: what its neighbors in a torch.nn.Sequential show, and
  /// elsewhere what modules in the same place of other containers of the same
  /// class do (such as `2` in torchvision's Conv2dNormActivation). Unset when
  /// none shows it, or they differ.
  std::optional<bool> inplaceOf(const Module &M) const;

private:
  /// Whether anything is shown, and what unless it differs.
  using Evidence = std::pair<bool, std::optional<bool>>;
  /// Keys are the class of the container and the name in it.
  llvm::StringMap<Evidence> ByPlace;
  llvm::DenseMap<const Module *, Evidence> BySequential;
};

} // namespace fx

#endif // FX_ANALYSIS_OPENTREE_H
