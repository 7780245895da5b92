//===- ArgumentClass.h - What the dispatcher binds to what ------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of operator overloads, `torch.ops.aten.add.Tensor(...)`, are bound by
// the dispatcher's own rules (PyTorch: toIValue), which differ from those of
// Python's functions: a tensor is not a Scalar, an int is not a SymInt[2], but
// a tensor of one element is an int, and None is False. The table was taken
// from PyTorch 2.13; test/Differential/binding.test compares.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_IR_OPERATORS_ARGUMENTCLASS_H
#define FX_LIB_IR_OPERATORS_ARGUMENTCLASS_H

#include "fx/IR/Argument.h"
#include "fx/IR/OpInfo.h"

namespace fx {

/// What a value is, as far as binding looks at it: one bit.
using ValueClass = uint32_t;

/// Binds arguments of one operator. A node is what its `val` says; one without
/// fits every parameter.
class ArgumentBinder {
public:
  explicit ArgumentBinder(const OpTarget &Target);

  /// Whether \p Value is bound where \p Type is expected.
  bool binds(const Argument &Value, const SchemaType &Type) const;

  /// The class of a value that is not a node.
  static ValueClass classOf(const Argument &Value);
  /// The class of a node that has \p Val, which may be null.
  static ValueClass classOfNode(const Argument *Val);
  /// The classes of which every value is bound to \p Type. Others may be.
  ValueClass boundClasses(const SchemaType &Type) const;

  /// The same for elements of a list.
  ValueClass boundElements(const SchemaType &Element) const;

private:
  bool bindsList(const Argument &Value, const SchemaType &Type) const;
  bool bindsElement(const Argument &Value, const SchemaType &Element) const;
  ValueClass kindClasses(SchemaKind Kind) const;

  /// The operator takes numbers for tensors, as `add` does.
  bool TakesNumbers;
  /// A gradient that is not needed is not a tensor.
  bool TakesUndefined;
};

/// The type of the elements of a list of \p Type.
SchemaType elementType(const SchemaType &Type);

} // namespace fx

#endif // FX_LIB_IR_OPERATORS_ARGUMENTCLASS_H
