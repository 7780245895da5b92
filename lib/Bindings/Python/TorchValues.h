//===- TorchValues.h - Arguments as Python objects --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_BINDINGS_PYTHON_TORCHVALUES_H
#define FX_LIB_BINDINGS_PYTHON_TORCHVALUES_H

#include "TorchGraph.h"
#include "llvm/ADT/SetVector.h"

namespace fxpy {

/// Makes the arguments of nodes. What they name is resolved first, so that
/// nothing is missing when a graph is changed.
class ValueExporter {
public:
  virtual ~ValueExporter() = default;

protected:
  ValueExporter(fx::Context &Ctx, ObjectTable &Objects)
      : Ctx(Ctx), Objects(Objects) {}

  /// Finds the objects that \p A names; what has none is noted.
  void resolve(const fx::Argument &A);
  void resolve(fx::Symbol Name);
  /// Raises fxopt.ResolveError if something was not found.
  void raiseMissing();

  /// \name After that
  /// @{
  virtual nanobind::object object(fx::Symbol Name);
  nanobind::object str(fx::Symbol S);
  nanobind::object value(const fx::Argument &A);
  nanobind::object arguments(const fx::Node &N);
  nanobind::object keywords(const fx::Node &N);
  nanobind::object target(const fx::Node &N);
  /// The object that stands for a node, for a dtype, device, layout or memory
  /// format of that text, and for a value that has no form in torch.fx.
  virtual nanobind::object node(const fx::Node *N);
  virtual nanobind::object constantOf(fx::ArgKind Kind, llvm::StringRef Text);
  virtual nanobind::object other(const fx::Argument &A);
  /// @}

  fx::Context &Ctx;
  ObjectTable &Objects;
  /// The Python nodes of those that may be operands, borrowed.
  llvm::DenseMap<const fx::Node *, PyObject *> Map;

private:
  nanobind::object sequence(const fx::Argument &A, bool IsList);
  nanobind::object constant(const fx::Argument &A, llvm::StringRef Text);

  llvm::DenseMap<uint32_t, nanobind::object> Strings;
  llvm::DenseMap<std::pair<unsigned, uint32_t>, nanobind::object> Constants;
  llvm::SetVector<fx::Symbol> Missing;
};

} // namespace fxpy

#endif // FX_LIB_BINDINGS_PYTHON_TORCHVALUES_H
