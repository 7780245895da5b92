//===- TextTable.h - Texts and what becomes of them -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_TEST_UNITTESTS_TEXTTABLE_H
#define FX_TEST_UNITTESTS_TEXTTABLE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"
#include <initializer_list>
#include <string>
#include <utility>

namespace fx::test {

/// Expects that \p Read makes the second text of each pair out of the first.
inline void expectTexts(
    llvm::function_ref<std::string(llvm::StringRef)> Read,
    std::initializer_list<std::pair<llvm::StringRef, llvm::StringRef>> Table) {
  for (const auto &[Text, Expected] : Table)
    EXPECT_EQ(Read(Text), Expected) << "of '" << Text.str() << "'";
}

} // namespace fx::test

#endif // FX_TEST_UNITTESTS_TEXTTABLE_H
