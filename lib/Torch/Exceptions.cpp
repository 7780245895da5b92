//===- Exceptions.cpp - The border to code that throws --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exceptions.h"
#include "llvm/ADT/StringRef.h"
#include <c10/util/Exception.h>
#include <exception>

std::string fx::torch_impl::describeException() {
  std::string Text;
  try {
    throw;
  } catch (const c10::Error &E) {
    Text = E.what_without_backtrace();
  } catch (const std::exception &E) {
    Text = E.what();
  } catch (...) {
    Text = "an exception of an unknown kind";
  }
  return llvm::StringRef(Text).rtrim().str();
}
