//===- OpBinding.h - Arguments of a call by parameter -----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Matches the args and kwargs of a node against the overloads of its target
/// (torch.fx: normalize_function, Node.normalized_arguments). The value of a
/// node has no known type here, so a node reference fits every parameter.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_OPBINDING_H
#define FX_IR_OPBINDING_H

#include "fx/IR/Node.h"
#include "fx/IR/OpInfo.h"

namespace fx {

/// Positional and keyword arguments that are to be bound.
struct CallArgs {
  llvm::ArrayRef<Argument> Args;
  llvm::ArrayRef<KwArg> Kwargs;
};

/// The arguments of one call, matched with one schema. Owns copies of the
/// arguments, so the node may change or go.
class BoundCall {
public:
  const OpSchema &schema() const { return *Schema; }
  unsigned size() const { return Slots.size(); }
  /// Whether parameter I was given.
  bool isGiven(unsigned I) const { return Slots[I].Kind != BoundSlot::Default; }
  /// What parameter I was given; null when it was not. A variadic positional
  /// one is a Tuple, a variadic keyword one a Dict.
  const Argument *given(unsigned I) const {
    return isGiven(I) ? &Values[I] : nullptr;
  }
  /// The argument for a name; null when it was not given or does not exist.
  const Argument *given(llvm::StringRef Param) const;
  /// What the callee sees: the argument, or the default. None for a parameter
  /// that does not exist.
  Argument value(Context &Ctx, unsigned I) const;
  Argument value(Context &Ctx, llvm::StringRef Param) const;
  const BoundSlot &slot(unsigned I) const { return Slots[I]; }
  /// Puts a schema with the same parameters but other defaults in place.
  void setSchema(const OpSchema &Same) { Schema = &Same; }

private:
  friend BindFailure bindCall(const OpSchema &, const BindOptions &,
                              const CallArgs &, BoundCall &);
  friend llvm::Expected<BoundCall> bindCall(const OpTarget &, const CallArgs &);
  friend std::optional<BoundCall> tryBindCall(const OpTarget &,
                                              const CallArgs &);
  const OpSchema *Schema = nullptr;
  llvm::SmallVector<BoundSlot, 8> Slots;
  llvm::SmallVector<Argument, 8> Values;
};

/// Whether Value may be passed where Type is expected: by Python's and the
/// dispatcher's conversions (an int as a float, a number as a Tensor, a str as
/// a device, one int as int[2], a tuple as a list); nodes fit everywhere.
bool fitsType(const Argument &Value, const SchemaType &Type);

/// Binds to one schema, values included.
BindFailure bindCall(const OpSchema &Schema, const BindOptions &Options,
                     const CallArgs &Call, BoundCall &Result);

/// Binds to the first overload that fits. The error says why none does: the
/// reason of the only overload, or one line per overload.
llvm::Expected<BoundCall> bindCall(const OpTarget &Target,
                                   const CallArgs &Call);
/// The same without making an error text.
std::optional<BoundCall> tryBindCall(const OpTarget &Target,
                                     const CallArgs &Call);

/// Binds a call_function or call_method node. Fails for other nodes and when
/// the target or its signature is not known.
llvm::Expected<BoundCall> bindCall(const Node &N);
std::optional<BoundCall> tryBindCall(const Node &N);

} // namespace fx

#endif // FX_IR_OPBINDING_H
