//===- TorchValues.cpp - Arguments as Python objects ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchValues.h"
#include "TorchClasses.h"
#include "fx/IR/TorchTypes.h"

using namespace fxpy;
using namespace fx;
using namespace llvm;
namespace nb = nanobind;

//===----------------------------------------------------------------------===//
// Names to objects
//===----------------------------------------------------------------------===//

void ValueExporter::resolve(Symbol Name) {
  if (Objects.lookup(Name))
    return;
  nb::object Found =
      torchHelper("resolve")(nb::str(Name.str().data(), Name.str().size()));
  if (Found.is_none() || !Objects.bind(Name, Found.ptr()))
    Missing.insert(Name);
}

void ValueExporter::resolve(const Argument &A) {
  switch (A.kind()) {
  case ArgKind::Function:
  case ArgKind::Enum:
    return resolve(A.symbol());
  case ArgKind::NamedTuple:
    resolve(A.symbol());
    break;
  case ArgKind::SymExpr:
  case ArgKind::TensorType:
    Missing.insert(A.kind() == ArgKind::SymExpr
                       ? A.symbol()
                       : Ctx.intern("a tensor's type"));
    return;
  default:
    break;
  }
  for (const Argument &E : A.elements())
    resolve(E);
}

void ValueExporter::raiseMissing() {
  if (Missing.empty())
    return;
  nb::list Names;
  for (Symbol Name : Missing)
    Names.append(nb::str(Name.str().data(), Name.str().size()));
  torchHelper("raise_unresolved")(Names);
  throw nb::python_error();
}

nb::object ValueExporter::object(Symbol Name) {
  return nb::borrow(Objects.lookup(Name));
}

nb::object ValueExporter::str(Symbol S) {
  nb::object &Known = Strings[S.id()];
  if (!Known.is_valid()) {
    PyObject *O =
        PyUnicode_FromStringAndSize(S.str().data(), Py_ssize_t(S.str().size()));
    if (!O)
      throw nb::python_error();
    PyUnicode_InternInPlace(&O);
    Known = nb::steal(O);
  }
  return Known;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

nb::object ValueExporter::sequence(const Argument &A, bool IsList) {
  ArrayRef<Argument> Items = A.elements();
  Py_ssize_t Count = Py_ssize_t(Items.size());
  nb::object Result = checked(IsList ? PyList_New(Count) : PyTuple_New(Count));
  for (Py_ssize_t I = 0; I != Count; ++I) {
    PyObject *Item = value(Items[size_t(I)]).release().ptr();
    check(IsList ? PyList_SetItem(Result.ptr(), I, Item)
                 : PyTuple_SetItem(Result.ptr(), I, Item));
  }
  return Result;
}

/// A dtype, device, layout or memory format.
nb::object ValueExporter::constant(const Argument &A, StringRef Text) {
  nb::object &Known = Constants[{unsigned(A.kind()), Ctx.intern(Text).id()}];
  if (!Known.is_valid())
    Known = constantOf(A.kind(), Text);
  return Known;
}

nb::object ValueExporter::constantOf(ArgKind Kind, StringRef Text) {
  return torchHelper("constant")(nb::str(Text.data(), Text.size()),
                                 Kind == ArgKind::Device);
}

nb::object ValueExporter::node(const Node *N) {
  return nb::borrow(Map.lookup(N));
}

nb::object ValueExporter::other(const Argument &) {
  throw nb::type_error("an argument has no form in Python");
}

nb::object ValueExporter::value(const Argument &A) {
  ArrayRef<Argument> Items = A.elements();
  switch (A.kind()) {
  case ArgKind::Node:
    return node(A.asNode());
  case ArgKind::None:
    return nb::none();
  case ArgKind::Ellipsis:
    return nb::borrow(Py_Ellipsis);
  case ArgKind::Bool:
    return nb::borrow(A.asBool() ? Py_True : Py_False);
  case ArgKind::Int:
    return checked(PyLong_FromLongLong(A.asInt()));
  case ArgKind::BigInt:
    return checked(PyLong_FromString(A.str().str().c_str(), nullptr, 10));
  case ArgKind::Float:
    return checked(PyFloat_FromDouble(A.asFloat()));
  case ArgKind::Complex:
    return checked(PyComplex_FromDoubles(A.real(), A.imag()));
  case ArgKind::String:
    return str(A.symbol());
  case ArgKind::DType:
    return constant(A, toString(A.asDType()));
  case ArgKind::Layout:
    return constant(A, toString(A.asLayout()));
  case ArgKind::MemoryFormat:
    return constant(A, toString(A.asMemoryFormat()));
  case ArgKind::Device:
    return constant(A, A.str());
  case ArgKind::Function:
  case ArgKind::Enum:
    return object(A.symbol());
  case ArgKind::Tuple:
    return sequence(A, /*IsList=*/false);
  case ArgKind::List:
    return sequence(A, /*IsList=*/true);
  case ArgKind::NamedTuple: {
    size_t Count = Items.size() / 2;
    nb::object Fields = checked(PyTuple_New(Py_ssize_t(Count)));
    for (size_t I = 0; I != Count; ++I)
      check(PyTuple_SetItem(Fields.ptr(), Py_ssize_t(I),
                            value(Items[2 * I + 1]).release().ptr()));
    return checked(PyObject_CallObject(object(A.symbol()).ptr(), Fields.ptr()));
  }
  case ArgKind::Dict: {
    nb::object Result = checked(PyDict_New());
    for (size_t I = 0; I + 1 < Items.size(); I += 2)
      check(PyDict_SetItem(Result.ptr(), value(Items[I]).ptr(),
                           value(Items[I + 1]).ptr()));
    return Result;
  }
  case ArgKind::Slice:
    return checked(PySlice_New(value(Items[0]).ptr(), value(Items[1]).ptr(),
                               value(Items[2]).ptr()));
  case ArgKind::Range:
    return checked(PyObject_CallFunctionObjArgs(
        reinterpret_cast<PyObject *>(&PyRange_Type), value(Items[0]).ptr(),
        value(Items[1]).ptr(), value(Items[2]).ptr(), nullptr));
  case ArgKind::SymExpr:
  case ArgKind::TensorType:
    break;
  }
  return other(A);
}

nb::object ValueExporter::arguments(const Node &N) {
  unsigned Count = N.numArgs();
  nb::object Args = checked(PyTuple_New(Count));
  for (unsigned I = 0; I != Count; ++I)
    check(PyTuple_SetItem(Args.ptr(), I, value(N.arg(I)).release().ptr()));
  return Args;
}

nb::object ValueExporter::keywords(const Node &N) {
  nb::object Kwargs = checked(PyDict_New());
  for (unsigned I = 0, E = N.numKwargs(); I != E; ++I)
    check(PyDict_SetItem(Kwargs.ptr(), str(N.kwargName(I)).ptr(),
                         value(N.kwargValue(I)).ptr()));
  return Kwargs;
}

nb::object ValueExporter::target(const Node &N) {
  return N.isCallFunction() ? object(N.target()) : str(N.target());
}
