//===- NodeValues.cpp - Values of nodes from what Python says -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeValues.h"
#include "TorchClasses.h"
#include "fx/IR/TorchTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace fxpy;
using namespace fx;
using namespace llvm;
namespace nb = nanobind;

static StringRef textIn(nb::handle O) {
  StringRef Text;
  if (!PyUnicode_Check(O.ptr()) || !textOf(O.ptr(), Text))
    throw nb::type_error("a value is described by something that is not text");
  return Text;
}

static Argument sequence(Context &Ctx, nb::handle Items, bool IsList) {
  SmallVector<Argument, 6> Values;
  for (nb::handle Item : Items) {
    Values.push_back(describedValue(Ctx, Item));
    if (Values.back().kind() == ArgKind::Ellipsis)
      return Argument::ellipsis();
  }
  return IsList ? Argument::list(Values) : Argument::tuple(Values);
}

Argument fxpy::describedValue(Context &Ctx, nb::handle O) {
  if (O.is_none())
    return Argument();
  if (PyBool_Check(O.ptr()))
    return Argument(O.ptr() == Py_True);
  if (PyLong_Check(O.ptr())) {
    int Overflow;
    long long Number = PyLong_AsLongLongAndOverflow(O.ptr(), &Overflow);
    if (Overflow)
      return Argument::ellipsis();
    return Argument(int64_t(Number));
  }
  if (PyFloat_Check(O.ptr()))
    return Argument(PyFloat_AsDouble(O.ptr()));
  if (PyUnicode_Check(O.ptr()))
    return Argument::symExpr(Ctx.intern(textIn(O)));
  if (PyList_Check(O.ptr()))
    return sequence(Ctx, O, /*IsList=*/true);
  nb::tuple T = nb::cast<nb::tuple>(O);
  if (T.size() != 7 || nb::object(T[0]).ptr() != Py_Ellipsis)
    return sequence(Ctx, O, /*IsList=*/false);
  std::optional<DType> Type = parseDType(textIn(T[1]));
  Argument Sizes = describedValue(Ctx, T[2]);
  Argument Strides = describedValue(Ctx, T[3]);
  Argument Offset = describedValue(Ctx, T[6]);
  if (!Type || is_contained({Sizes.kind(), Strides.kind(), Offset.kind()},
                            ArgKind::Ellipsis))
    return Argument::ellipsis();
  return Argument::tensorType(*Type, Sizes, Strides,
                              Argument::device(Ctx, textIn(T[4])),
                              nb::cast<bool>(T[5]), Offset);
}
