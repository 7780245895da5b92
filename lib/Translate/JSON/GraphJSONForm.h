//===- GraphJSONForm.h - Words of graphs as JSON ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSLATE_GRAPHJSONFORM_H
#define FX_LIB_TRANSLATE_GRAPHJSONFORM_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace fx::graphjson {

inline constexpr llvm::StringLiteral FormName = "fx-graph";
/// Grows when a reader of the last one would misunderstand.
inline constexpr int64_t FormVersion = 1;

/// The bits of what Python writes as `nan`.
inline constexpr uint64_t UsualNaN = 0x7ff8000000000000;

/// In the order of the enumerations.
inline constexpr llvm::StringLiteral Trees[] = {"none", "open", "closed"};
/// Facts of a type of tensors, in their order.
inline constexpr llvm::StringLiteral TensorFacts[] = {
    "dtype", "sizes", "strides", "device", "requires_grad", "offset", "layout"};

} // namespace fx::graphjson

#endif // FX_LIB_TRANSLATE_GRAPHJSONFORM_H
