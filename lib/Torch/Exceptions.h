//===- Exceptions.h - The border to code that throws ------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LibTorch throws, nothing above lib/Torch does. Every call into LibTorch that
// can fail goes through one of these.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TORCH_EXCEPTIONS_H
#define FX_LIB_TORCH_EXCEPTIONS_H

#include "llvm/Support/Error.h"
#include <string>
#include <type_traits>

namespace fx::torch_impl {

/// What the exception that is being handled says, without C++ backtraces.
/// Called within a catch block.
std::string describeException();

/// Calls \p Fn. An exception becomes an error with its text. \p Fn returns an
/// Error, an Expected, a value (then the result is an Expected) or nothing
/// (then it is an Error).
template <typename FnT> auto catching(FnT &&Fn) {
  using ResultT = std::invoke_result_t<FnT>;
  if constexpr (std::is_void_v<ResultT>) {
    try {
      Fn();
    } catch (...) {
      return llvm::createStringError(describeException());
    }
    return llvm::Error(llvm::Error::success());
  } else if constexpr (std::is_same_v<ResultT, llvm::Error>) {
    try {
      return Fn();
    } catch (...) {
      return llvm::Error(llvm::createStringError(describeException()));
    }
  } else if constexpr (requires(ResultT R) { R.takeError(); }) {
    try {
      return Fn();
    } catch (...) {
      return ResultT(llvm::createStringError(describeException()));
    }
  } else {
    using ExpectedT = llvm::Expected<ResultT>;
    try {
      return ExpectedT(Fn());
    } catch (...) {
      return ExpectedT(llvm::createStringError(describeException()));
    }
  }
}

} // namespace fx::torch_impl

#endif // FX_LIB_TORCH_EXCEPTIONS_H
