//===- NormalizeArgs.h - One way to write a call ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Gives the arguments of calls the form of their schema, so that equal calls
/// look equal.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRANSFORMS_NORMALIZEARGS_H
#define FX_TRANSFORMS_NORMALIZEARGS_H

#include <cstddef>

namespace fx {

class Graph;
class Node;

/// How arguments are given.
struct NormalizeArgsOptions {
  /// What happens to arguments that equal their defaults.
  enum DefaultsKind {
    Keep, ///< They stay where the caller gave them.
    Drop, ///< They are left out.
    Fill, ///< Every parameter has its argument, but for `out`.
  };
  DefaultsKind Defaults = Keep;
  /// Give everything by keyword that Python lets one give so
  /// (torch.fx: normalize_to_only_use_kwargs).
  bool OnlyKeywords = false;
};

/// Writes the arguments of a call in the order of its schema: by position as
/// far as they go without a gap, by keyword from there on, under the schema's
/// own names (`dim` for `axis`), and a list that was spread over positions
/// (`x.view(2, 3)`) as one tuple. Returns whether anything changed.
///
/// A call whose target or signature is not known, or whose arguments do not
/// fit, stays as it is; so does one that fits several overloads in which the
/// arguments mean different things, and one that would fit another overload
/// afterwards. (torch.fx: Node.normalized_arguments, NormalizeArgs.)
bool normalizeArgs(Node &N, NormalizeArgsOptions Options = {});

/// The same for every call_function and call_method; returns how many changed.
/// O(nodes * overloads).
size_t normalizeArgs(Graph &G, NormalizeArgsOptions Options = {});

} // namespace fx

#endif // FX_TRANSFORMS_NORMALIZEARGS_H
