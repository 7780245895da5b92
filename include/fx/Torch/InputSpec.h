//===- InputSpec.h - Inputs written as text ---------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of inputs as command lines give them:
//
//   randn(1,3,224,224)              float32, normal; rand, ones, zeros, arange
//   f32[1,3,224,224]=ones           dtype, sizes, contents
//   int64[2,8]=randint(0,30000)
//   3   2.5   true   none   "text"  a value that is no tensor
//   [SPEC, SPEC]   (SPEC, SPEC)   {"key": SPEC}   a list, tuple, dictionary
//
// Random numbers are the same every time.
//
//===----------------------------------------------------------------------===//

#ifndef FX_TORCH_INPUTSPEC_H
#define FX_TORCH_INPUTSPEC_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <ATen/core/ivalue.h>

namespace fx {

/// Reads one value; the error says what is wrong, and where.
llvm::Expected<c10::IValue> parseInputSpec(llvm::StringRef Text);

} // namespace fx

#endif // FX_TORCH_INPUTSPEC_H
