//===- Collected.h - Objects that Python's collector follows ----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// An object in C++ that holds objects of Python can be a part of a cycle. The
/// collector of Python has to be told what it holds, and how to give that up.
///
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_BINDINGS_PYTHON_COLLECTED_H
#define FX_LIB_BINDINGS_PYTHON_COLLECTED_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <nanobind/nanobind.h>

namespace fxpy {

/// Called for each object that is held. What it returns, unless it is 0, ends
/// the visit and is its result.
using ObjectVisitor = llvm::function_ref<int(PyObject *)>;

/// The tp_traverse of \p T, which has `int visit(ObjectVisitor)`.
template <typename T>
int traverse(PyObject *Self, visitproc Visit, void *Argument) {
  if (int Result = Visit(reinterpret_cast<PyObject *>(Py_TYPE(Self)), Argument))
    return Result;
  if (!nanobind::inst_ready(Self))
    return 0;
  return nanobind::inst_ptr<T>(Self)->visit(
      [&](PyObject *O) { return Visit(O, Argument); });
}

/// The tp_clear of \p T, which has `void clear()`.
template <typename T> int clear(PyObject *Self) {
  if (nanobind::inst_ready(Self))
    nanobind::inst_ptr<T>(Self)->clear();
  return 0;
}

/// What nanobind::type_slots takes. Without clear(), something else breaks the
/// cycles that \p T is a part of.
template <typename T> PyType_Slot *collectedSlots() {
  if constexpr (requires(T &Object) { Object.clear(); }) {
    static PyType_Slot Slots[] = {
        {Py_tp_traverse, reinterpret_cast<void *>(traverse<T>)},
        {Py_tp_clear, reinterpret_cast<void *>(clear<T>)},
        {0, nullptr}};
    return Slots;
  } else {
    static PyType_Slot Slots[] = {
        {Py_tp_traverse, reinterpret_cast<void *>(traverse<T>)}, {0, nullptr}};
    return Slots;
  }
}

} // namespace fxpy

#endif // FX_LIB_BINDINGS_PYTHON_COLLECTED_H
