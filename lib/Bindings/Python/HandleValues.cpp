//===- HandleValues.cpp - Arguments of handles ----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeHandles.h"
#include "TorchClasses.h"
#include "fx/IR/TorchTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace fxpy;
using namespace fx;
using namespace llvm;
namespace nb = nanobind;

static nb::object graphHelper(const char *Name) {
  return nb::module_::import_("fxopt._graph").attr(Name);
}

static nb::str text(StringRef S) { return nb::str(S.data(), S.size()); }

/// A value that is a name, as Python has no object for it.
static nb::object constantObject(const char *Kind, StringRef Text) {
  return graphHelper("Constant")(nb::str(Kind), text(Text));
}

//===----------------------------------------------------------------------===//
// Out
//===----------------------------------------------------------------------===//

HandleWriter::HandleWriter(nb::handle Owner)
    : ValueExporter(nb::inst_ptr<PyModule>(Owner)->context(),
                    nb::inst_ptr<PyModule>(Owner)->objects()),
      Owner(Owner), M(*nb::inst_ptr<PyModule>(Owner)) {}

nb::object HandleWriter::object(Symbol Name) {
  if (PyObject *O = Objects.lookup(Name))
    return nb::borrow(O);
  if (M.torch()) {
    nb::object Found = torchHelper("resolve")(text(Name.str()));
    if (!Found.is_none() && Objects.bind(Name, Found.ptr()))
      return Found;
  }
  return constantObject("function", Name.str());
}

nb::object HandleWriter::node(const Node *N) { return handleOf(Owner, *N); }

nb::object HandleWriter::constantOf(ArgKind Kind, StringRef Text) {
  if (M.torch())
    return ValueExporter::constantOf(Kind, Text);
  return constantObject(Kind == ArgKind::Device   ? "device"
                        : Kind == ArgKind::DType  ? "dtype"
                        : Kind == ArgKind::Layout ? "layout"
                                                  : "memory_format",
                        Text);
}

nb::object HandleWriter::other(const Argument &A) {
  if (A.kind() == ArgKind::SymExpr)
    return constantObject("symbol", A.str());
  TensorType T(A);
  nb::list Sizes, Strides;
  for (const Argument &Size : T.sizes())
    Sizes.append(value(Size));
  bool HasStrides = A[2].isSequence();
  if (HasStrides)
    for (const Argument &Stride : A[2].elements())
      Strides.append(value(Stride));
  return graphHelper("TensorType")(
      value(T.dtype()), nb::tuple(Sizes),
      HasStrides ? nb::object(nb::tuple(Strides)) : nb::object(nb::none()),
      A[3].isNone() ? nb::object(nb::none()) : value(A[3]));
}

//===----------------------------------------------------------------------===//
// In
//===----------------------------------------------------------------------===//

Symbol HandleReader::nameOf(PyObject *O) {
  // Names of objects that no name leads to are those of one module.
  if (M.torch())
    return M.objects().nameOf(O);
  nb::object Named = torchHelper("describe")(nb::handle(O));
  StringRef Text;
  if (!nb::cast<bool>(Named[1]) || !textOf(nb::object(Named[0]).ptr(), Text)) {
    nb::object Shown = checked(PyObject_Repr(O));
    textOf(Shown.ptr(), Text);
    throw nb::type_error(("no name leads to " + Text +
                          ", so a module that is not from torch cannot have it")
                             .str()
                             .c_str());
  }
  return M.context().intern(Text);
}

static bool isConstant(PyObject *O) {
  static PyObject *const Class = graphHelper("Constant").release().ptr();
  return reinterpret_cast<PyObject *>(Py_TYPE(O)) == Class;
}

/// Whether \p O may be of a kind of its own. Once the classes of torch are
/// known Python need not be asked.
static bool maybeConstant(PyObject *O) {
  const TorchClasses &T = torchClasses();
  return !T.Node || isConstant(O) ||
         is_contained({T.DType, T.Device, T.Layout, T.MemoryFormat},
                      Py_TYPE(O));
}

/// What fxopt.Constant stands for, and what torch has of its own kinds.
std::optional<Argument> HandleReader::constant(PyObject *O) {
  if (!maybeConstant(O))
    return std::nullopt;
  nb::object Known = graphHelper("constant_of")(nb::handle(O));
  if (Known.is_none())
    return std::nullopt;
  StringRef Kind, Text;
  if (!textOf(nb::object(Known[0]).ptr(), Kind) ||
      !textOf(nb::object(Known[1]).ptr(), Text))
    throw nb::type_error("a constant has no text");
  if (Kind == "dtype") {
    if (std::optional<DType> D = parseDType(Text))
      return Argument(*D);
  } else if (Kind == "layout") {
    if (std::optional<Layout> L = parseLayout(Text))
      return Argument(*L);
  } else if (Kind == "memory_format") {
    if (std::optional<MemoryFormat> F = parseMemoryFormat(Text))
      return Argument(*F);
  } else if (Kind == "device") {
    if (isDeviceText(Text))
      return Argument::device(M.context(), Text);
  } else if (Kind == "symbol") {
    return Argument::symExpr(M.context().intern(Text));
  } else if (Kind == "function") {
    return Argument::function(M.context().intern(Text));
  }
  throw nb::value_error(
      ("there is no " + Kind + " '" + Text + "'").str().c_str());
}

Argument HandleReader::entries(PyObject *O, unsigned Depth) {
  SmallVector<Argument, 8> Items;
  PyObject *Key, *Value;
  Py_ssize_t At = 0;
  while (PyDict_Next(O, &At, &Key, &Value)) {
    // Names of objects are found by code in Python, which may change it.
    nb::object KeepsKey = nb::borrow(Key), KeepsValue = nb::borrow(Value);
    Argument K = read(Key, Depth + 1);
    if (K.containsNode())
      throw nb::value_error("a node is the key of a dictionary");
    Items.push_back(std::move(K));
    Items.push_back(read(Value, Depth + 1));
  }
  return Argument::dict(Items);
}

Argument HandleReader::read(PyObject *O, unsigned Depth) {
  if (Depth > MaxArgumentDepth)
    throw nb::value_error("arguments are nested too deeply");
  if (O == Py_None)
    return Argument();
  if (O == Py_Ellipsis)
    return Argument::ellipsis();
  if (PyBool_Check(O))
    return Argument(O == Py_True);
  if (PyLong_CheckExact(O)) {
    int Overflow;
    long long Number = PyLong_AsLongLongAndOverflow(O, &Overflow);
    if (!Overflow)
      return Argument(int64_t(Number));
    nb::object Digits = checked(PyObject_Str(O));
    StringRef Text;
    textOf(Digits.ptr(), Text);
    return Argument::integer(M.context(), Text);
  }
  if (PyFloat_CheckExact(O))
    return Argument(PyFloat_AsDouble(O));
  if (nb::isinstance<NodeHandle>(O)) {
    NodeHandle &H = *nb::inst_ptr<NodeHandle>(O);
    if (&H.module() != &M)
      throw nb::value_error("a node is one of another module");
    return Argument(&H.node());
  }
  if (PyUnicode_CheckExact(O)) {
    StringRef Text;
    if (!textOf(O, Text))
      throw nb::value_error("a text cannot be encoded as UTF-8");
    return Argument::string(M.context(), Text);
  }
  if (PyTuple_CheckExact(O) || PyList_CheckExact(O)) {
    SmallVector<Argument, 6> Items;
    for (nb::handle Item : nb::handle(O))
      Items.push_back(read(Item.ptr(), Depth + 1));
    return PyList_CheckExact(O) ? Argument::list(Items)
                                : Argument::tuple(Items);
  }
  if (PyDict_CheckExact(O))
    return entries(O, Depth);
  if (PySlice_Check(O) || PyRange_Check(O)) {
    SmallVector<Argument, 3> Parts;
    for (const char *Part : {"start", "stop", "step"})
      Parts.push_back(
          read(nb::object(nb::handle(O).attr(Part)).ptr(), Depth + 1));
    return PySlice_Check(O) ? Argument::slice(Parts[0], Parts[1], Parts[2])
                            : Argument::range(Parts[0], Parts[1], Parts[2]);
  }
  if (PyComplex_CheckExact(O))
    return Argument::complex(PyComplex_RealAsDouble(O),
                             PyComplex_ImagAsDouble(O));
  if (std::optional<Argument> Known = constant(O))
    return *Known;
  if (PyTuple_Check(O) && nb::hasattr(O, "_fields")) {
    SmallVector<Argument, 8> Fields;
    size_t I = 0;
    for (nb::handle Name : nb::object(nb::handle(O).attr("_fields"))) {
      StringRef Text;
      if (!textOf(Name.ptr(), Text))
        throw nb::type_error("a named tuple has a field without a name");
      Fields.push_back(Argument::string(M.context(), Text));
      Fields.push_back(read(nb::object(nb::handle(O)[I++]).ptr(), Depth + 1));
    }
    return Argument::namedTuple(
        nameOf(reinterpret_cast<PyObject *>(Py_TYPE(O))), Fields);
  }
  // Immutable lists and dictionaries of torch.fx, and torch.Size.
  if (PyTuple_Check(O))
    return read(checked(PySequence_Tuple(O)).ptr(), Depth);
  if (PyList_Check(O))
    return read(checked(PySequence_List(O)).ptr(), Depth);
  if (PyDict_Check(O))
    return entries(O, Depth);
  if (nb::cast<bool>(graphHelper("is_torch_node")(nb::handle(O))))
    throw nb::type_error("nodes and proxies of torch.fx are not nodes of a "
                         "fxopt.Module; find the handle with find_nodes or by "
                         "name");
  return Argument::function(nameOf(O));
}

SmallVector<Argument, 4> HandleReader::arguments(nb::handle Args) {
  if (!PyTuple_Check(Args.ptr()) && !PyList_Check(Args.ptr()))
    throw nb::type_error("the arguments of a node are a tuple");
  SmallVector<Argument, 4> Result;
  for (nb::handle A : Args)
    Result.push_back(read(A.ptr(), 0));
  return Result;
}

SmallVector<KwArg, 4> HandleReader::keywords(nb::handle Kwargs) {
  SmallVector<KwArg, 4> Result;
  if (Kwargs.is_none())
    return Result;
  if (!PyDict_Check(Kwargs.ptr()))
    throw nb::type_error("the keyword arguments of a node are a dict");
  PyObject *Key, *Value;
  Py_ssize_t At = 0;
  while (PyDict_Next(Kwargs.ptr(), &At, &Key, &Value)) {
    StringRef Text;
    if (!PyUnicode_Check(Key) || !textOf(Key, Text))
      throw nb::type_error("the name of an argument is not a str");
    nb::object KeepsValue = nb::borrow(Value);
    Result.push_back({M.context().intern(Text), read(Value, 0)});
  }
  return Result;
}

Symbol HandleReader::target(Opcode Op, nb::handle O) {
  StringRef Text;
  if (PyUnicode_Check(O.ptr())) {
    if (!textOf(O.ptr(), Text) || Text.empty())
      throw nb::value_error("the target of a node has no text");
    return M.context().intern(Text);
  }
  if (Op != Opcode::CallFunction)
    throw nb::type_error("the target of such a node is a str");
  if (isConstant(O.ptr()))
    if (std::optional<Argument> Known = constant(O.ptr());
        Known && Known->kind() == ArgKind::Function)
      return Known->symbol();
  if (!PyCallable_Check(O.ptr()))
    throw nb::type_error("the target of call_function is a callable, or its "
                         "qualified name");
  return nameOf(O.ptr());
}
