//===- PythonTree.h - How values nest, for code -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSLATE_PYTHONTREE_H
#define FX_LIB_TRANSLATE_PYTHONTREE_H

#include "fx/AsmParser/TreeSpec.h"
#include <optional>
#include <string>
#include <vector>

namespace fx {

/// The keys of a dictionary as Python writes them; std::nullopt where one is
/// neither a string nor a number, or where they are not as many as children.
std::optional<std::vector<std::string>> pythonKeys(const TreeSpec &Spec);
/// The same, but strings without quotes; std::nullopt if others occur.
std::optional<std::vector<std::string>> keywordNames(const TreeSpec &Spec);

} // namespace fx

#endif // FX_LIB_TRANSLATE_PYTHONTREE_H
