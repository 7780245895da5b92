//===- Surroundings.h - Programs around an example --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the engine decides for every rule shows only where other calls stand
// around the match: they write its operands, or use what is inside.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_SURROUNDINGS_H
#define FX_LIB_REWRITE_SURROUNDINGS_H

#include <cstdint>

namespace fx {
class GraphModule;
class Node;
} // namespace fx

namespace fx::rewrite {

/// Whether \p N is the copy that stands for an input in an example of makeGraph
/// with Fresh: no rule is meant for it.
bool isCopyOfInput(const Node &N);

/// Changes an example whose inputs are copies (makeGraph with Fresh) in one or
/// two ways: a value inside is returned too, or a copy, or the first element of
/// its storage; a copy is read or written between the calls; it or a value is
/// written after them, or its shape is changed. The same for graphs of the same
/// form and the same \p Seed. False where the result is not a program.
bool surround(GraphModule &M, uint64_t Seed);

/// Returns copies of what such an example returns, so that nobody sees which
/// memory a result shares. False where the result is not a program.
bool copyResults(GraphModule &M);

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_SURROUNDINGS_H
