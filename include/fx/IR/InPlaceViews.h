//===- InPlaceViews.h - What changes sizes in place -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Operators of ATen that change a tensor itself, not its elements
/// (torch.Tag.inplace_view).
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_INPLACEVIEWS_H
#define FX_IR_INPLACEVIEWS_H

#include "llvm/ADT/StringRef.h"

namespace fx {

/// Whether the operator or method \p Op, such as `t_`, is one of them.
bool isInPlaceView(llvm::StringRef Op);

/// The same without `detach_`: whether it may change sizes or strides.
inline bool changesSizesInPlace(llvm::StringRef Op) {
  return Op != "detach_" && isInPlaceView(Op);
}

} // namespace fx

#endif // FX_IR_INPLACEVIEWS_H
