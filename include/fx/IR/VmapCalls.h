//===- VmapCalls.h - What torch.vmap leaves in programs ---------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The calls by which torch.export records torch.vmap
/// (torch/_functorch/predispatch.py).
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_VMAPCALLS_H
#define FX_IR_VMAPCALLS_H

#include "llvm/ADT/StringRef.h"

namespace fx::vmap {

/// \name Around all calls that vmap makes
/// @{
inline constexpr llvm::StringLiteral Begin =
    "torch._functorch.predispatch._vmap_increment_nesting";
inline constexpr llvm::StringLiteral End =
    "torch._functorch.predispatch._vmap_decrement_nesting";
/// @}
/// \name Around the values that have a dimension which is not seen
/// @{
inline constexpr llvm::StringLiteral Enter =
    "torch._functorch.predispatch._add_batch_dim";
inline constexpr llvm::StringLiteral Leave =
    "torch._functorch.predispatch._remove_batch_dim";
/// @}

} // namespace fx::vmap

#endif // FX_IR_VMAPCALLS_H
