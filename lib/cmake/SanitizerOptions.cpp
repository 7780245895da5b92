//===- SanitizerOptions.cpp - Default options of sanitized tools -*- C++
//-*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linked into every executable of a sanitized build.
//
//===----------------------------------------------------------------------===//

extern "C" const char *__asan_default_options();
extern "C" const char *__ubsan_default_options();

// LLVM's archives are not instrumented, so a std::vector or std::string that
// they grow and we read (or the other way round) would be reported as a
// container overflow although it is none. For the same reason a
// BumpPtrAllocator that they fill and our code poisoned would be reported as
// used after poison.
extern "C" __attribute__((used, visibility("default"))) const char *
__asan_default_options() {
  return "detect_container_overflow=0:allow_user_poisoning=0:"
         "detect_stack_use_after_return=1:"
         "strict_string_checks=0:allocator_may_return_null=1";
}

extern "C" __attribute__((used, visibility("default"))) const char *
__ubsan_default_options() {
  return "print_stacktrace=1";
}
