//===- TorchClasses.h - Classes of PyTorch that graphs hold -----*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_BINDINGS_PYTHON_TORCHCLASSES_H
#define FX_LIB_BINDINGS_PYTHON_TORCHCLASSES_H

#include "llvm/ADT/StringRef.h"
#include <nanobind/nanobind.h>

namespace fxpy {

/// Set once by fxopt._torch; they live as long as the process.
struct TorchClasses {
  PyTypeObject *Node = nullptr, *Size = nullptr;
  PyTypeObject *ImmutableList = nullptr, *ImmutableDict = nullptr;
  PyTypeObject *DType = nullptr, *Device = nullptr;
  PyTypeObject *Layout = nullptr, *MemoryFormat = nullptr;
  /// Of the base class of nodes: its __init__, and the methods that fill, place
  /// and take out a node.
  PyObject *NodeInit = nullptr, *Update = nullptr, *Prepend = nullptr;
  PyObject *Remove = nullptr;
};

TorchClasses &torchClasses();

/// The text of a str, which it owns. False, with no error set, if it has none.
inline bool textOf(PyObject *S, llvm::StringRef &Text) {
  Py_ssize_t Size;
  const char *Data = PyUnicode_AsUTF8AndSize(S, &Size);
  if (!Data) {
    PyErr_Clear();
    return false;
  }
  Text = llvm::StringRef(Data, size_t(Size));
  return true;
}

/// Throws what Python has raised if \p O is null.
inline nanobind::object checked(PyObject *O) {
  if (!O)
    throw nanobind::python_error();
  return nanobind::steal(O);
}
inline void check(int Result) {
  if (Result < 0)
    throw nanobind::python_error();
}

} // namespace fxpy

#endif // FX_LIB_BINDINGS_PYTHON_TORCHCLASSES_H
