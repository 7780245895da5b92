//===- KnownWeights.h - Weights that a file has -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSFORMS_KNOWNWEIGHTS_H
#define FX_LIB_TRANSFORMS_KNOWNWEIGHTS_H

#include "fx/Interop/WeightStore.h"

namespace fx {

/// Whether the elements of the state \p T at \p Path can be read: a graph is
/// valid without its files, and passes leave it alone then.
inline bool hasElements(GraphModule &M, const TensorAttr &T,
                        llvm::StringRef Path) {
  if (!T.isTensor() || T.Pickled)
    return false;
  llvm::Expected<Payload> Bytes = WeightStore::of(M).payload(recordOf(T, Path));
  if (!Bytes) {
    llvm::consumeError(Bytes.takeError());
    return false;
  }
  // A record without bytes was never filled.
  return Bytes->size() != 0 ||
         (T.tensorType() &&
          llvm::is_contained(T.tensorType().sizes(), Argument(0)));
}

} // namespace fx

#endif // FX_LIB_TRANSFORMS_KNOWNWEIGHTS_H
