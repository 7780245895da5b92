//===- OutputRoles.h - What outputs of a program are for --------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// An output of an exported program is a result of the user, or what an input
/// or a buffer holds afterwards.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ANALYSIS_OUTPUTROLES_H
#define FX_ANALYSIS_OUTPUTROLES_H

namespace fx {

class Node;

/// Whether one of the two is a result of the user and the other becomes what an
/// input or a buffer holds. One node may not be both in place of two: PyTorch
/// would then return the input itself, and the result would share its memory.
bool haveDifferentRoles(const Node &A, const Node &B);

/// Whether what the program returns becomes what this input or buffer holds:
/// PyTorch writes it there after the graph.
bool isWrittenAtEnd(const Node &Placeholder);

} // namespace fx

#endif // FX_ANALYSIS_OUTPUTROLES_H
