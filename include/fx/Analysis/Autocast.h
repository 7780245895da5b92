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

/// Whether torch.autocast for devices of the type \p Device may decide what \p
/// N, a call of a function or method of Python, computes in. What calls
/// operators that are not known may; views, casts and what computes element by
/// element do not, but for those that autocast names.
bool mayAutocast(const Node &N, llvm::StringRef Device);

/// Infers the types of the calls of \p G again from their operands, where they
/// have a value: torch.export does not follow all that autocast does when it
/// traces Python code. Returns whether any type changed.
bool correctTypes(Graph &G, ValueInference &Inference);

} // namespace fx

#endif // FX_ANALYSIS_AUTOCAST_H
