//===- OpOverloads.h - Choosing the overload of a call ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Finds the overload of an operator that Python would call for given
/// arguments: `torch.mul(x, 2.0)` is `torch.ops.aten.mul.Tensor(x, 2.0)` in an
/// exported program, and `torch.eq(x, 0)` is `torch.ops.aten.eq.Scalar(x, 0)`.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_OPOVERLOADS_H
#define FX_IR_OPOVERLOADS_H

#include "fx/IR/OpBinding.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace fx {

/// The one name for what operators, Python's functions and NumPy call one
/// parameter by turns: `self` for `input`, `dim` for `axis`.
llvm::StringRef canonicalParam(llvm::StringRef Name);

/// Calls \p Visit for each overload of \p Op that neither writes nor takes
/// `out`: operators first, those on tensors before those on numbers; Python's
/// functions where there is no operator.
void forEachOverload(
    const OpInfo &Op,
    llvm::function_ref<void(const OpTarget &, const OpSchema &)> Visit);

/// The attribute that \p N gets, `dtype` of `builtins.getattr(x, "dtype")`;
/// empty for other nodes.
llvm::StringRef attributeOf(const Node &N);

/// Whether \p N is a number, a dtype or the like and no tensor, as far as that
/// is known: by its `val`, or by what its operator returns.
bool isKnownNumber(const Node &N);

/// Whether the value of \p N may be passed where \p Type stands, as far as it
/// is known and no tensor: by its `val`, or by the attribute that it gets. A
/// size is no truth value, a dtype no device.
bool fitsNode(const Node &N, const SchemaType &Type);

/// Whether \p Value may be passed for \p Param: fitsType, and for nodes whether
/// they are a tensor or a number. That says their value (`val`), or what their
/// operator returns.
bool fitsParam(const Argument &Value, const SchemaParam &Param);

/// Arguments by position, for which Names has nothing, and by name.
struct GivenArguments {
  llvm::ArrayRef<Argument> Args;
  llvm::ArrayRef<llvm::StringRef> Names;
};

/// One call of one overload: a value for each parameter, or nothing for a
/// default.
struct OverloadCall {
  const OpTarget *Target = nullptr;
  const OpSchema *Schema = nullptr;
  llvm::SmallVector<std::optional<Argument>, 8> Values;

  /// Args and kwargs of the call. Parameters after one that is left out have
  /// names.
  void spell(Context &Ctx, llvm::SmallVectorImpl<Argument> &Args,
             llvm::SmallVectorImpl<KwArg> &Kwargs) const;
  /// Makes the call at the insertion point of \p G. \p Name is that of the new
  /// node; empty: it follows from the target.
  Node *create(Graph &G, llvm::StringRef Name = {}) const;
  /// Makes \p N this call.
  void assignTo(Node &N) const;
  /// What torch.export calls nodes of this target: `mul` for
  /// `torch.ops.aten.mul.Tensor`.
  llvm::StringRef nodeName() const;
};

/// \p Given by parameter of \p Schema; nothing where it does not take them.
std::optional<OverloadCall> arrangeCall(const OpTarget &Target,
                                        const OpSchema &Schema,
                                        const GivenArguments &Given);

/// The overload of \p Op that takes \p Given and that Python would choose;
/// nothing where none does. O(overloads).
std::optional<OverloadCall> chooseOverload(const OpInfo &Op,
                                           const GivenArguments &Given);

/// The call of an operator's overload that a call of \p Function, a function
/// or a method of Python, comes to: `torch.ops.aten.softmax.int(x, -1)` for
/// `torch.nn.functional.softmax(x, dim=-1)`. Nothing where no overload takes
/// the arguments or means the same. O(overloads of both).
std::optional<OverloadCall>
chooseOverload(Context &Ctx, const OpTarget &Function, const CallArgs &Call);

} // namespace fx

#endif // FX_IR_OPOVERLOADS_H
