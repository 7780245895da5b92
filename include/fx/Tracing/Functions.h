//===- Functions.h - torch's functions over proxies -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Every function of the op table under its own name, in the namespaces that
/// Python has: fx::trace::torch, fx::trace::torch::nn::functional, ...
/// \code{.txt}
///   using namespace fx::trace;
///   namespace F = torch::nn::functional;
///   Proxy Y = F::relu(torch::add(X, 1), kw("inplace", true));
/// \endcode
/// A name that is a keyword of C++ ends with a `_`. fx::call calls functions
/// that the table does not know.
///
//===----------------------------------------------------------------------===//

#ifndef FX_TRACING_FUNCTIONS_H
#define FX_TRACING_FUNCTIONS_H

#include "fx/Tracing/Proxy.h"

namespace fx::trace {
#include "fx/Tracing/Functions.inc"
} // namespace fx::trace

#endif // FX_TRACING_FUNCTIONS_H
