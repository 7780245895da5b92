//===- NodeFields.cpp - The fields of a torch.fx node ---------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeFields.h"

using namespace fxpy;
namespace nb = nanobind;

NodeLayout &fxpy::nodeLayout() {
  static NodeLayout Layout;
  return Layout;
}

PyObject *fxpy::attributeName(NodeField F) {
  static PyObject *const Names[NumNodeFields] = {
      PyUnicode_InternFromString("_next"),
      PyUnicode_InternFromString("op"),
      PyUnicode_InternFromString("target"),
      PyUnicode_InternFromString("name"),
      PyUnicode_InternFromString("_args"),
      PyUnicode_InternFromString("_kwargs"),
      PyUnicode_InternFromString("users"),
      PyUnicode_InternFromString("type"),
  };
  return Names[size_t(F)];
}

PyObject *NodeReader::attribute(PyObject *Node, NodeField F) {
  PyObject *O = PyObject_GetAttr(Node, attributeName(F));
  if (!O)
    throw nb::python_error();
  Kept.push_back(O);
  return O;
}

bool fxpy::findLayout(PyObject *Probe, Py_ssize_t Bytes) {
  NodeLayout Found;
  Found.Direct = true;
  for (unsigned F = 0; F != NumNodeFields; ++F) {
    nb::object Value =
        nb::steal(PyObject_GetAttr(Probe, attributeName(NodeField(F))));
    if (!Value.is_valid()) {
      PyErr_Clear();
      return false;
    }
    unsigned Count = 0;
    // The header of the object holds its type and its count of references.
    for (Py_ssize_t At = 2 * sizeof(void *);
         At + Py_ssize_t(sizeof(void *)) <= Bytes; At += sizeof(void *))
      if (*reinterpret_cast<PyObject **>(reinterpret_cast<char *>(Probe) +
                                         At) == Value.ptr()) {
        Found.Offsets[F] = At;
        ++Count;
      }
    if (Count != 1)
      return false;
  }
  nodeLayout() = Found;
  return true;
}
