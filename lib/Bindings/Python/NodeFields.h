//===- NodeFields.h - The fields of a torch.fx node -------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Since PyTorch 2.13 a node of torch.fx is a C structure, whose fields can be
/// read at their offsets. Offsets are not assumed: they are found in one node
/// all of whose fields hold different objects. Where that fails, fields are
/// read as attributes: slower, and right with every version.
///
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_BINDINGS_PYTHON_NODEFIELDS_H
#define FX_LIB_BINDINGS_PYTHON_NODEFIELDS_H

#include <array>
#include <nanobind/nanobind.h>
#include <vector>

namespace fxpy {

/// What is read of a node.
enum class NodeField : uint8_t {
  Next,
  Op,
  Target,
  Name,
  Args,
  Kwargs,
  Users,
  Type,
};
constexpr unsigned NumNodeFields = 8;

/// Where fields are in the structure.
struct NodeLayout {
  bool Direct = false;
  std::array<Py_ssize_t, NumNodeFields> Offsets = {};
};

/// The layout of this process; read as attributes until findLayout() succeeds.
NodeLayout &nodeLayout();
/// Scans \p Probe, \p Bytes long, for the objects that its fields hold. False,
/// leaving attributes, if one of them is not found exactly once.
bool findLayout(PyObject *Probe, Py_ssize_t Bytes);
/// The attribute that \p F is.
PyObject *attributeName(NodeField F);

/// Reads fields. References are borrowed: from the node, or from this reader,
/// which keeps what attributes gave until it goes.
class NodeReader {
public:
  NodeReader() : Layout(nodeLayout()) {}
  NodeReader(const NodeReader &) = delete;
  NodeReader &operator=(const NodeReader &) = delete;
  ~NodeReader() {
    for (PyObject *O : Kept)
      Py_DECREF(O);
  }

  PyObject *get(PyObject *Node, NodeField F) {
    if (Layout.Direct)
      if (auto *O = *reinterpret_cast<PyObject **>(
              reinterpret_cast<char *>(Node) + Layout.Offsets[size_t(F)]))
        return O;
    // A field that was deleted raises.
    return attribute(Node, F);
  }

private:
  PyObject *attribute(PyObject *Node, NodeField F);
  const NodeLayout Layout;
  std::vector<PyObject *> Kept;
};

} // namespace fxpy

#endif // FX_LIB_BINDINGS_PYTHON_NODEFIELDS_H
