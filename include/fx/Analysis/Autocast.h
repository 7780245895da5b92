//===- Autocast.h - What torch.autocast converts ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
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

/// What the operands of \p N are converted to in a region of the CPU's
/// torch.autocast to \p Lower; none where they stay what they are.
std::optional<DType> autocastType(const Node &N, DType Lower);

/// Gives the calls of \p G that have a value the types that their operands lead
/// to: torch.export does not know all of what autocast does when it traces the
/// code of Python. Returns whether there was another one.
bool correctTypes(Graph &G, ValueInference &Inference);

} // namespace fx

#endif // FX_ANALYSIS_AUTOCAST_H
