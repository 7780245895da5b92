//===- OpRegistry.h - Finding operators by name -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The process-wide table of operators. It costs nothing at start-up: the
/// generated tables are constant data, and a target is made at its first
/// lookup. Every function here is thread-safe. A lookup takes a lock and a hash
/// of the name; the Context remembers the answer per symbol.
///
/// Names that the td files do not spell out follow from the operator list:
/// `torch.X`, the method `X`, `torch._C._nn.X` and the like are bindings of
/// `aten::X`, with `self` called `input` in functions, `out=` where there is an
/// out overload, and `requires_grad=` beside a dtype.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_OPREGISTRY_H
#define FX_IR_OPREGISTRY_H

#include "fx/IR/OpInfo.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace fx {

/// The callable that torch.fx prints as Qualified (`torch.relu`,
/// `operator.add`, `torch.ops.aten.add.Tensor`), or null when it is not known:
/// then its schema is unknown and it is assumed to have effects.
const OpTarget *lookupFunction(llvm::StringRef Qualified);

/// The callable that people call Name: `torch.relu`, `F.relu`, `relu.default`,
/// `aten.relu.default`, `torch.ops.aten.relu.default`; null when there is none.
const OpTarget *lookupFunctionSpelled(llvm::StringRef Name);

/// The method of Tensor called Name, or null.
const OpTarget *lookupMethod(llvm::StringRef Name);

/// The operator with that canonical name, or null.
const OpInfo *lookupOp(llvm::StringRef Name);

/// An operator that no target has: what stands for a declared operator whose
/// table was not registered.
const OpInfo &unregisteredOp();

/// Calls Visit for each operator that a td file declares, built-in ones first.
void forEachDeclaredOp(llvm::function_ref<void(const OpInfo &)> Visit);

/// The constant data that `fx-tblgen -gen-op-table` writes. Offsets are into
/// Strings, where each string ends with a NUL.
struct OpTableData {
  struct Op {
    uint32_t Name;
    uint32_t Summary;
    uint32_t Builder;
    uint32_t FirstText; ///< In Texts: the effects, then parameter, spelling and
                        ///< formula of each inverse, then the operators.
    uint8_t NumEffects;
    uint8_t NumInverses;
    uint8_t NumAten;
    uint8_t Flags; ///< 1 commutative, 2 pointwise.
  };
  struct Spelling {
    uint32_t Name;
    uint32_t FirstText; ///< In Texts: the schemas, then the effects.
    uint16_t Op;
    uint8_t NumSchemas;
    uint8_t NumEffects;
  };
  struct AtenName {
    uint32_t Name; ///< `aten::relu`.
    uint16_t Op;
  };

  struct ValueRule {
    uint32_t Name; ///< Name of an operator, such as `relu`, or of a function.
    uint32_t Rule;
  };
  struct Member {
    uint32_t Name; ///< The operator.
    uint32_t Set;  ///< The name of an OpSet.
  };

  const char *Strings;
  llvm::ArrayRef<uint32_t> Texts;
  llvm::ArrayRef<Op> Ops;               ///< Sorted by name.
  llvm::ArrayRef<Spelling> Functions;   ///< Sorted by name.
  llvm::ArrayRef<Spelling> Methods;     ///< Sorted by name.
  llvm::ArrayRef<AtenName> AtenNames;   ///< Sorted by name.
  llvm::ArrayRef<ValueRule> ValueRules; ///< Sorted by name.
  llvm::ArrayRef<Member> Members;       ///< Sorted by name.
};

/// Adds a plugin's operators; Table must live as long as the process. Do this
/// before the first Context is made. Fails, changing nothing, when an operator
/// or a spelling is declared already.
llvm::Error registerOps(const OpTableData &Table);

/// A custom operator that is known from its schema alone.
struct CustomOp {
  llvm::StringRef Namespace, Name; ///< `mylib`, `scale`
  llvm::StringRef Overload;        ///< `Tensor`; empty for the default.
  llvm::StringRef Schema;          ///< `(Tensor x) -> Tensor`
  llvm::StringRef ValueRule;       ///< See fx/Analysis/ValueInference.h.
  uint16_t Tags = 0;               ///< SchemaTag bits.
  bool SideEffect = false;         ///< Does something that no value shows.
};

/// Makes `torch.ops.NAMESPACE.NAME.OVERLOAD` known; copies what it needs. Do
/// this before the first Context is made. Fails, changing nothing, for a bad
/// schema (then the text begins `column N: `) and for an operator that is known
/// already.
llvm::Error registerCustomOp(const CustomOp &Op);

} // namespace fx

#endif // FX_IR_OPREGISTRY_H
