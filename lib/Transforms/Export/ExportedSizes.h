//===- ExportedSizes.h - Sizes that callers choose --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSFORMS_EXPORTEDSIZES_H
#define FX_LIB_TRANSFORMS_EXPORTEDSIZES_H

#include "fx/Transforms/ExportProgram.h"

namespace fx {

/// Checks that the program of \p M holds for all sizes of \p Dimensions: rules
/// take some questions about sizes from the example, such as whether two are
/// the same, and the answers have to be those for other examples, of which all
/// sizes are numbers. What the program asserts of sizes has to be so for each;
/// assertions that are proved are erased. Errors: err_export_example,
/// err_export_dimension, err_export_assertion. O(nodes * dimensions).
llvm::Error checkExportedSizes(GraphModule &M,
                               llvm::ArrayRef<ExportDimension> Dimensions);

} // namespace fx

#endif // FX_LIB_TRANSFORMS_EXPORTEDSIZES_H
