//===- SchemaNames.h - Words and numbers of the archive's schema -*- C++
//-*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The enumerations of torch.export's schema have numbers of their own, which
// are not those of PyTorch.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_INTEROP_PROGRAM_SCHEMANAMES_H
#define FX_LIB_INTEROP_PROGRAM_SCHEMANAMES_H

#include "fx/IR/Argument.h"
#include "fx/IR/TorchTypes.h"
#include <optional>

namespace fx::interop {

/// The key of the metadata that says what the archive calls a node, where its
/// name in the graph is another.
inline constexpr llvm::StringLiteral SerializedNameKey = "serialized_name";

std::optional<DType> dtypeFromNumber(int64_t Number);
std::optional<Layout> layoutFromNumber(int64_t Number);
std::optional<MemoryFormat> memoryFormatFromNumber(int64_t Number);
/// 0, the schema's "unknown", for what it has no number for.
unsigned numberOf(DType T);
unsigned numberOf(Layout L);
unsigned numberOf(MemoryFormat F);

/// How torch.fx prints a target: `operator.add` for `_operator.add`. The rest
/// is the same in both. \name Targets @{
llvm::StringRef targetFromJSON(llvm::StringRef Target);
/// `_operator` where \p Target begins with the module `operator`; then the
/// part after that is to follow.
bool isOperatorModule(llvm::StringRef Target);
/// @}

enum class TargetClass : uint8_t {
  Overload,    ///< torch.ops.aten.add.Tensor
  HigherOrder, ///< torch.ops.higher_order.cond
  SymOp,       ///< operator.add, torch.sym_max: named, positional parameters.
  Function,    ///< Any other function.
};
/// The class of a target as it is in the graph.
TargetClass classifyTarget(llvm::StringRef Target);
/// The parameters of a SymOp.
llvm::ArrayRef<llvm::StringLiteral> symOpParameters(llvm::StringRef Target);

/// A custom object that is not a value of the graph.
Argument makeObject(Context &Ctx, Symbol Name, Symbol Class);
/// Whether \p A is one; its name and class.
bool isObject(const Argument &A, Symbol &Name, Symbol &Class);
/// A member of the union of arguments that is not known: its name, and the JSON
/// text of its value.
Argument makeUnknown(Context &Ctx, llvm::StringRef Member,
                     llvm::StringRef JSON);
bool isUnknown(const Argument &A, Symbol &Member, Symbol &JSON);
/// The class of makeObject's value.
inline constexpr llvm::StringLiteral ObjectClass = "torch.ScriptObject";

} // namespace fx::interop

#endif // FX_LIB_INTEROP_PROGRAM_SCHEMANAMES_H
