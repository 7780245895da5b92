//===- ViewMarks.h - Views that are conjugated or negated -------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// PyTorch conjugates and negates lazily: a view has a mark, and whoever reads
/// it computes. resolve_conj and resolve_neg copy what has the mark, and give
/// other tensors back as they are.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ANALYSIS_VIEWMARKS_H
#define FX_ANALYSIS_VIEWMARKS_H

#include <optional>

namespace fx {

class Node;

/// Whether a view is marked to be conjugated or negated when it is read.
struct ViewMarks {
  bool Conjugated = false, Negated = false;
};

/// The marks of what \p N computes, where the nodes before it tell; inputs and
/// state have none. O(nodes of the chain of views).
std::optional<ViewMarks> viewMarks(const Node &N);

} // namespace fx

#endif // FX_ANALYSIS_VIEWMARKS_H
