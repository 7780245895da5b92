//===- FunctionalMethods.h - Methods as functions ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Replaces calls of methods by calls of the functions that do the same.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSFORMS_FUNCTIONALMETHODS_H
#define FX_TRANSFORMS_FUNCTIONALMETHODS_H

#include <cstddef>

namespace fx {

class Graph;
class Node;

/// Makes `torch.relu(x)` of `x.relu()`, where the operator table says that the
/// two are one operator and that a function overload has the parameters of
/// each method overload that the arguments fit. The node stays the same node,
/// with its name, users and metadata. The receiver is taken to be a Tensor,
/// unless the call that makes it gives something else, such as a shape.
/// Returns whether it changed.
bool makeFunctional(Node &N);

/// The same for every call_method; returns how many changed. O(nodes).
size_t makeMethodsFunctional(Graph &G);

} // namespace fx

#endif // FX_TRANSFORMS_FUNCTIONALMETHODS_H
