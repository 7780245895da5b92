//===- ConvBNFolding.h - Convolutions that normalize ------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSFORMS_CONVBNFOLDING_H
#define FX_LIB_TRANSFORMS_CONVBNFOLDING_H

#include "fx/IR/ModuleExpansion.h"
#include "fx/Interop/TensorData.h"
#include "fx/Transforms/StateEditor.h"

namespace fx {

/// What goes in and comes out of folding a normalization into a convolution.
struct ConvBNFolding {
  /// Weight of the convolution; replaced by fold().
  TensorData Weight;
  const TensorData *OldBias = nullptr; ///< Null: none.
  bool Transposed = false;
  int64_t Groups = 1;
  /// Tensors of the normalization. Scale and Shift may be null.
  const TensorData *Mean = nullptr, *Variance = nullptr;
  const TensorData *Scale = nullptr, *Shift = nullptr;
  double Epsilon = 0;
  /// Made by fold().
  TensorData Bias;

  /// Computes Weight, with the strides that it had, and Bias, in double
  /// precision and rounded once. False, changing nothing, where sizes or types
  /// do not fit, elements of the weight share a place, or an element would be
  /// no finite number.
  bool fold();
};

} // namespace fx

#endif // FX_LIB_TRANSFORMS_CONVBNFOLDING_H
