//===- SchemaFile.h - Schemas of custom operators ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A text with one operator a line, as PyTorch prints schemas
/// (str(op._schema)):
///
///   # what this library adds
///   mylib::scale(Tensor x, float by=1.0) -> Tensor  [pointwise]
///   mylib::add_.Tensor(Tensor(a!) x, Tensor y) -> Tensor(a!)
///   mylib::noise(Tensor x) -> Tensor  [value=like-first]
///
/// Operators in it are known from then on: their calls are checked, and do what
/// alias marks and tags say and nothing else. Tags are PyTorch's, besides
/// `side_effect` for one that must not go, and `value=RULE` for the family of
/// rules that tells its values (include/fx/IR/ValueRules.td).
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_SCHEMAFILE_H
#define FX_IR_SCHEMAFILE_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class SourceMgr;
}

namespace fx {

class DiagnosticEngine;

/// Registers the operators of a buffer of \p SM. Do this before the first
/// Context is made. Every bad line is reported with its place
/// (err_schema_line); the others are registered. False if one was bad.
[[nodiscard]] bool registerSchemas(const llvm::SourceMgr &SM, unsigned BufferId,
                                   DiagnosticEngine &Diags);

} // namespace fx

#endif // FX_IR_SCHEMAFILE_H
