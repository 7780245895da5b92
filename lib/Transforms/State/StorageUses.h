//===- StorageUses.h - Who looks at the memory of tensors -------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most calls see the elements of their tensors, and sizes and strides. A few
// see the storage below them: as_strided takes elements of it that the tensor
// does not have. A pass that puts another tensor in the place of one keeps the
// storage and the offset for them, or the tensor.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSFORMS_STORAGEUSES_H
#define FX_LIB_TRANSFORMS_STORAGEUSES_H

#include "fx/IR/EffectCache.h"

namespace fx {

/// Whether the result of \p Call may depend on the storage of its operands, and
/// on where they begin in it. An unknown operator may read everything.
bool looksAtStorage(const Node &Call);

/// Whether this is true of a call of the value of \p N, or of what may share
/// memory with it. O(nodes that may).
bool hasStorageUses(Node &N, EffectCache &Effects);

} // namespace fx

#endif // FX_LIB_TRANSFORMS_STORAGEUSES_H
