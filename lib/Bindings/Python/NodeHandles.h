//===- NodeHandles.h - Nodes as Python sees them ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// A handle keeps its module alive and names a node by id and serial number, so
/// that an erased node, or another one in its slot, is noticed. There is one
/// handle for a node as long as somebody holds it.
///
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_BINDINGS_PYTHON_NODEHANDLES_H
#define FX_LIB_BINDINGS_PYTHON_NODEHANDLES_H

#include "PyModule.h"
#include "TorchValues.h"

namespace fxpy {

/// What fxopt.Node holds.
class NodeHandle {
public:
  NodeHandle(nanobind::handle Owner, PyModule &M, const fx::Node &N);
  NodeHandle(const NodeHandle &) = delete;
  NodeHandle &operator=(const NodeHandle &) = delete;
  ~NodeHandle();

  /// The node, or null if it is gone.
  fx::Node *get() const;
  /// Raises fxopt.StaleNodeError if it is gone. The caller uses the module.
  fx::Node &node() const;
  PyModule &module() const { return M; }
  nanobind::handle owner() const { return Owner; }
  int visit(ObjectVisitor Visit) { return Visit(Owner); }

private:
  PyModule &M;
  PyObject *Owner;
  uint32_t Id, Serial, Epoch;
  /// As it was when somebody used the handle last.
  mutable fx::Name Name;
};

/// A node that is looked at, or edited.
class Reading {
public:
  explicit Reading(const NodeHandle &H) : Lock(H.module()), N(H.node()) {}
  fx::Node *operator->() const { return &N; }
  fx::Node &operator*() const { return N; }

private:
  PyModule::Use Lock;
  fx::Node &N;
};
class Editing : public Reading {
public:
  explicit Editing(const NodeHandle &H) : Reading(H) { H.module().edited(); }
};

/// The node of \p O, a handle of \p M; raises for anything else.
fx::Node &nodeIn(PyModule &M, nanobind::handle O);

/// The handle of \p N, a node of the graph of the module that \p Owner, a
/// fxopt._fx.Module, holds.
nanobind::object handleOf(nanobind::handle Owner, const fx::Node &N);

/// Arguments with handles for nodes.
class HandleWriter : public ValueExporter {
public:
  explicit HandleWriter(nanobind::handle Owner);
  using ValueExporter::arguments;
  using ValueExporter::keywords;
  using ValueExporter::value;

protected:
  nanobind::object object(fx::Symbol Name) override;
  nanobind::object node(const fx::Node *N) override;
  nanobind::object constantOf(fx::ArgKind Kind, llvm::StringRef Text) override;
  nanobind::object other(const fx::Argument &A) override;

private:
  nanobind::handle Owner;
  PyModule &M;
};

/// Arguments from Python objects in which handles are nodes. Raises TypeError
/// for what has no form in the IR, and fxopt.StaleNodeError for erased nodes.
class HandleReader {
public:
  explicit HandleReader(PyModule &M) : M(M) {}

  fx::Argument value(nanobind::handle O) { return read(O.ptr(), 0); }
  llvm::SmallVector<fx::Argument, 4> arguments(nanobind::handle Args);
  llvm::SmallVector<fx::KwArg, 4> keywords(nanobind::handle Kwargs);
  /// The target of a node of that kind: a name, or for functions a callable.
  fx::Symbol target(fx::Opcode Op, nanobind::handle O);

private:
  fx::Argument read(PyObject *O, unsigned Depth);
  fx::Argument entries(PyObject *O, unsigned Depth);
  std::optional<fx::Argument> constant(PyObject *O);
  fx::Symbol nameOf(PyObject *O);

  PyModule &M;
};

/// Adds to fxopt._fx.Module what programs of torch.export need.
void bindPrograms(nanobind::class_<PyModule> &Module);
/// Adds fxopt.Node.
void bindNodes(nanobind::module_ &Fx);
/// Adds that, and to fxopt._fx.Module what edits its graph.
void bindHandles(nanobind::module_ &Fx, nanobind::class_<PyModule> &Module);

} // namespace fxpy

#endif // FX_LIB_BINDINGS_PYTHON_NODEHANDLES_H
