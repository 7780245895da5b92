//===- Autocast.h - What torch.autocast converts ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// What torch.autocast converts operands to, for value inference, for
/// decomposition, and to correct recorded types that miss it.
///
//===----------------------------------------------------------------------===//

#ifndef FX_ANALYSIS_AUTOCAST_H
#define FX_ANALYSIS_AUTOCAST_H

#include "fx/IR/Node.h"
#include <optional>

namespace fx {

class ValueInference;

/// Whether torch.autocast for devices of the type \p Device, as `cpu`, converts
/// operands of \p T to \p To.
bool isAutocast(const TensorType &T, llvm::StringRef Device, DType To);

/// The type to which the CPU's torch.autocast with \p Lower converts the
/// operands of \p N; none where it does not convert them.
std::optional<DType> autocastType(const Node &N, DType Lower);

/// What torch.autocast does at some place.
struct AutocastRegion {
  /// What it makes of products of matrices; none where it is off.
  std::optional<DType> Type;
  /// The type of the devices whose tensors it converts. Lives as long as the
  /// context.
  llvm::StringRef Device = "";
  /// It is on, and \c Type is not known.
  bool IsUnknown = false;
  /// A call in the graph entered it, among calls of Python's functions.
  bool IsEntered = false;
};

/// The region of the `wrap_with_autocast` that calls \p G, or a graph around
/// it.
AutocastRegion autocastAround(const Graph &G);

/// The innermost of \p Around and of those that calls in the graph enter before
/// \p N and do not exit. O(calls that enter one).
AutocastRegion autocastAt(const Node &N, const AutocastRegion &Around);

/// What operands of \p N are converted to in \p Region, as far as that is
/// known; none where they are not.
std::optional<DType> autocastType(const Node &N, const AutocastRegion &Region);

/// Whether \p Region may decide what \p N computes in, and nothing says how: N
/// calls a function or method of Python. What calls operators that are not
/// known may be decided on; views, casts and what computes element by element
/// are not, but for those that torch.autocast names.
bool isUnknownIn(const Node &N, const AutocastRegion &Region);

/// Infers the types of the calls of \p G again from their operands, where they
/// have a value: torch.export does not follow all that autocast does when it
/// traces Python code. Returns whether any type changed.
bool correctTypes(Graph &G, ValueInference &Inference);

} // namespace fx

#endif // FX_ANALYSIS_AUTOCAST_H
