//===- PyOperators.cpp - Python's operators on what is not a tensor -------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Execution/Handlers.h"
#include "fx/Support/FloorDivision.h"
#include "llvm/Support/MathExtras.h"
#include <ATen/Functions.h>
#include <ATen/ScalarOps.h>
#include <ATen/TensorOperators.h>
#include <cmath>
#include <torch/version.h>

using namespace fx;
using namespace fx::torch_impl;
using namespace llvm;
using c10::IValue;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static bool isWhole(const IValue &V) { return V.isInt() || V.isBool(); }

static bool isReal(const IValue &V) { return isWhole(V) || V.isDouble(); }

[[noreturn]] static void unsupported(StringRef Operator, const IValue &A,
                                     const IValue &B) {
  fail("operator." + Operator + " does not take " + describe(A) + " and " +
       describe(B));
}

static c10::complex<double> toComplex(const IValue &V) {
  return V.isComplexDouble() ? V.toComplexDouble()
                             : c10::complex<double>(toFloat(V), 0);
}

/// The kinds of arithmetic, by the kinds of operands.
template <typename IntFn, typename FloatFn, typename ComplexFn>
static IValue arithmetic(StringRef Name, const IValue &A, const IValue &B,
                         IntFn OfInts, FloatFn OfFloats, ComplexFn OfComplex) {
  if (isWhole(A) && isWhole(B))
    return OfInts(toInteger(A), toInteger(B));
  if (isReal(A) && isReal(B))
    return OfFloats(toFloat(A), toFloat(B));
  if ((A.isComplexDouble() || isReal(A)) && (B.isComplexDouble() || isReal(B)))
    return OfComplex(toComplex(A), toComplex(B));
  unsupported(Name, A, B);
}

[[noreturn]] static void overflow() {
  fail("the result has more than 64 bits");
}

static IValue concatenate(const IValue &A, const IValue &B) {
  std::vector<IValue> Items = itemsOf(A);
  for (IValue &Item : itemsOf(B))
    Items.push_back(std::move(Item));
  return A.isTuple() ? makeTuple(std::move(Items)) : makeList(Items);
}

static const IValue &left(PyCall &C) { return C.get(0, "a"); }
static const IValue &right(PyCall &C) { return C.get(1, "b"); }

static IValue doAdd(PyCall &C) {
  const IValue &A = left(C), &B = right(C);
  if (isSequence(A) && isSequence(B))
    return concatenate(A, B);
  if (A.isString() && B.isString())
    return A.toStringRef() + B.toStringRef();
  return arithmetic(
      "add", A, B,
      [](int64_t X, int64_t Y) -> IValue {
        int64_t R;
        return AddOverflow(X, Y, R) ? (overflow(), R) : R;
      },
      [](double X, double Y) -> IValue { return X + Y; },
      [](auto X, auto Y) -> IValue { return X + Y; });
}

static IValue doSub(PyCall &C) {
  return arithmetic(
      "sub", left(C), right(C),
      [](int64_t X, int64_t Y) -> IValue {
        int64_t R;
        return SubOverflow(X, Y, R) ? (overflow(), R) : R;
      },
      [](double X, double Y) -> IValue { return X - Y; },
      [](auto X, auto Y) -> IValue { return X - Y; });
}

static IValue repeat(const IValue &Items, int64_t Times) {
  std::vector<IValue> Once = itemsOf(Items), All;
  if (Times > 0 && Once.size() > size_t(1 << 26) / size_t(Times))
    fail("a sequence of more than 2**26 items");
  for (int64_t I = 0; I < Times; ++I)
    All.insert(All.end(), Once.begin(), Once.end());
  return Items.isTuple() ? makeTuple(std::move(All)) : makeList(All);
}

static IValue doMul(PyCall &C) {
  const IValue &A = left(C), &B = right(C);
  if (isSequence(A) && isWhole(B))
    return repeat(A, toInteger(B));
  if (isSequence(B) && isWhole(A))
    return repeat(B, toInteger(A));
  return arithmetic(
      "mul", A, B,
      [](int64_t X, int64_t Y) -> IValue {
        int64_t R;
        return MulOverflow(X, Y, R) ? (overflow(), R) : R;
      },
      [](double X, double Y) -> IValue { return X * Y; },
      [](auto X, auto Y) -> IValue { return X * Y; });
}

static void checkDivisor(const IValue &V) {
  if (isReal(V) && toFloat(V) == 0)
    fail("division by zero");
}

static IValue doTrueDiv(PyCall &C) {
  checkDivisor(right(C));
  return arithmetic(
      "truediv", left(C), right(C),
      [](int64_t X, int64_t Y) -> IValue { return double(X) / double(Y); },
      [](double X, double Y) -> IValue { return X / Y; },
      [](auto X, auto Y) -> IValue { return X / Y; });
}

static int64_t floorDivide(int64_t X, int64_t Y) {
  if (Y == -1) {
    int64_t R;
    return SubOverflow(int64_t(0), X, R) ? (overflow(), R) : R;
  }
  return X / Y - ((X % Y != 0) && ((X < 0) != (Y < 0)));
}

static IValue doFloorDiv(PyCall &C) {
  checkDivisor(right(C));
  return arithmetic(
      "floordiv", left(C), right(C),
      [](int64_t X, int64_t Y) -> IValue { return floorDivide(X, Y); },
      [](double X, double Y) -> IValue { return floorQuotient(X, Y); },
      [](auto, auto) -> IValue { fail("floor division of complex numbers"); });
}

static IValue doMod(PyCall &C) {
  checkDivisor(right(C));
  return arithmetic(
      "mod", left(C), right(C),
      [](int64_t X, int64_t Y) -> IValue {
        return Y == -1 ? int64_t(0) : X - floorDivide(X, Y) * Y;
      },
      [](double X, double Y) -> IValue { return floorModulo(X, Y); },
      [](auto, auto) -> IValue { fail("remainder of complex numbers"); });
}

static IValue doPow(PyCall &C) {
  return arithmetic(
      "pow", left(C), right(C),
      [](int64_t X, int64_t Y) -> IValue {
        if (Y < 0)
          return std::pow(double(X), double(Y));
        int64_t R = 1;
        for (uint64_t N = uint64_t(Y); N; N >>= 1) {
          if ((N & 1) && MulOverflow(R, X, R))
            overflow();
          if (N > 1 && MulOverflow(X, X, X))
            overflow();
        }
        return R;
      },
      [](double X, double Y) -> IValue { return std::pow(X, Y); },
      [](auto X, auto Y) -> IValue {
        return c10::complex<double>(
            std::pow(std::complex<double>(X), std::complex<double>(Y)));
      });
}

static IValue doNeg(PyCall &C) {
  const IValue &V = left(C);
  if (V.isDouble())
    return -V.toDouble();
  if (V.isComplexDouble())
    return -V.toComplexDouble();
  int64_t R;
  return SubOverflow(int64_t(0), toInteger(V), R) ? (overflow(), R) : R;
}

static IValue doPos(PyCall &C) { return left(C); }

static IValue doAbs(PyCall &C) {
  return callFunction("builtins.abs", {left(C)});
}

template <typename Fn>
static IValue bitwise(PyCall &C, StringRef Name, Fn Apply) {
  const IValue &A = left(C), &B = right(C);
  if (!isWhole(A) || !isWhole(B))
    unsupported(Name, A, B);
  int64_t R = Apply(toInteger(A), toInteger(B));
  if (A.isBool() && B.isBool())
    return R != 0;
  return R;
}

static IValue doAnd(PyCall &C) {
  return bitwise(C, "and_", [](int64_t X, int64_t Y) { return X & Y; });
}
static IValue doOr(PyCall &C) {
  return bitwise(C, "or_", [](int64_t X, int64_t Y) { return X | Y; });
}
static IValue doXor(PyCall &C) {
  return bitwise(C, "xor", [](int64_t X, int64_t Y) { return X ^ Y; });
}

static IValue doInvert(PyCall &C) { return ~toInteger(left(C)); }

static IValue doShift(PyCall &C) {
  int64_t X = toInteger(left(C)), Y = toInteger(right(C));
  if (Y < 0)
    fail("negative shift count");
  if (C.Target.ends_with("rshift"))
    return X >> std::min<int64_t>(Y, 63);
  int64_t R;
  if (Y > 62 || MulOverflow(X, int64_t(1) << Y, R)) {
    if (X == 0)
      return int64_t(0);
    overflow();
  }
  return R;
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

static IValue doEq(PyCall &C) { return areEqual(left(C), right(C)); }
static IValue doNe(PyCall &C) { return !areEqual(left(C), right(C)); }

/// Less than zero, zero, greater; none for NaN.
static std::optional<int> order(const IValue &A, const IValue &B) {
  if (isWhole(A) && isWhole(B)) {
    int64_t X = toInteger(A), Y = toInteger(B);
    return X < Y ? -1 : X > Y;
  }
  if (isReal(A) && isReal(B)) {
    double X = toFloat(A), Y = toFloat(B);
    if (std::isnan(X) || std::isnan(Y))
      return std::nullopt;
    return X < Y ? -1 : X > Y;
  }
  if (A.isString() && B.isString())
    return A.toStringRef().compare(B.toStringRef());
  if (isSequence(A) && isSequence(B)) {
    size_t Common = std::min(lengthOf(A), lengthOf(B));
    for (size_t I = 0; I != Common; ++I)
      if (!areEqual(itemOf(A, I), itemOf(B, I)))
        return order(itemOf(A, I), itemOf(B, I));
    return int(lengthOf(A) > Common) - int(lengthOf(B) > Common);
  }
  fail("cannot compare " + describe(A) + " and " + describe(B));
}

static IValue doLt(PyCall &C) {
  std::optional<int> O = order(left(C), right(C));
  return O && *O < 0;
}
static IValue doLe(PyCall &C) {
  std::optional<int> O = order(left(C), right(C));
  return O && *O <= 0;
}
static IValue doGt(PyCall &C) {
  std::optional<int> O = order(left(C), right(C));
  return O && *O > 0;
}
static IValue doGe(PyCall &C) {
  std::optional<int> O = order(left(C), right(C));
  return O && *O >= 0;
}

static bool isSame(const IValue &A, const IValue &B) {
  if (A.isTensor() && B.isTensor())
    return A.toTensor().is_same(B.toTensor());
  if (A.isTensor() || B.isTensor())
    return false;
  return areEqual(A, B);
}

static IValue doIs(PyCall &C) { return isSame(left(C), right(C)); }
static IValue doIsNot(PyCall &C) { return !isSame(left(C), right(C)); }
static IValue doNot(PyCall &C) { return !isTrue(left(C)); }
static IValue doTruth(PyCall &C) { return isTrue(left(C)); }

static IValue doContains(PyCall &C) {
  const IValue &A = left(C), &B = right(C);
  if (A.isGenericDict())
    return A.toGenericDict().contains(B);
  if (A.isString() && B.isString())
    return StringRef(A.toStringRef()).contains(B.toStringRef());
  if (!isSequence(A))
    unsupported("contains", A, B);
  return any_of(itemsOf(A), [&](const IValue &V) { return areEqual(V, B); });
}

static IValue doIndex(PyCall &C) { return toInteger(left(C)); }

static IValue doIndexOf(PyCall &C) {
  for (size_t I = 0, E = lengthOf(left(C)); I != E; ++I)
    if (areEqual(itemOf(left(C), I), right(C)))
      return int64_t(I);
  fail("the sequence has no " + describe(right(C)));
}

static IValue doCountOf(PyCall &C) {
  return int64_t(count_if(itemsOf(left(C)), [&](const IValue &V) {
    return areEqual(V, right(C));
  }));
}

//===----------------------------------------------------------------------===//
// A number on the left of a tensor
//===----------------------------------------------------------------------===//

/// What `2 - x` and the like call: the reflected method of the tensor.
static IValue reflected(PyCall &C) {
  const IValue &A = left(C), &B = right(C);
  StringRef Name = C.Target;
  Name.consume_front("operator.");
  // Assignment makes a new value where the left one is a number.
  if (Name != "invert" && Name != "inv")
    Name.consume_front("i");
  if (Name == "and" || Name == "or")
    return callFunction(("operator." + Name + "_").str(), {B, A});
  auto Swapped = [&](StringRef Other) {
    return callFunction(("operator." + Other).str(), {B, A});
  };
  if (Name == "add" || Name == "mul" || Name == "eq" || Name == "ne" ||
      Name == "and_" || Name == "or_" || Name == "xor")
    return Swapped(Name);
  if (Name == "lt" || Name == "gt")
    return Swapped(Name == "lt" ? "gt" : "lt");
  if (Name == "le" || Name == "ge")
    return Swapped(Name == "le" ? "ge" : "le");
  const at::Tensor &X = B.toTensor();
  if (!A.isScalar())
    unsupported(Name, A, B);
  c10::Scalar Number = A.toScalar();
  if (Name == "sub")
    return at::rsub(X, Number);
  if (Name == "truediv")
    return callFunction("operator.mul", {X.reciprocal(), A});
  if (Name == "pow") {
#if TORCH_VERSION_MAJOR < 2
    c10::ScalarType Type = at::result_type(Number, X);
    return at::pow(at::full({}, Number, X.options().dtype(Type)), X);
#else
    return at::pow(Number, X);
#endif
  }
  at::Tensor Wrapped = at::scalar_to_tensor(Number);
  Wrapped.unsafeGetTensorImpl()->set_wrapped_number(true);
  if (Name == "floordiv")
    return at::floor_divide(Wrapped, X);
  if (Name == "mod")
    return at::remainder(Number, X);
  if (Name == "lshift")
    return at::bitwise_left_shift(Number, X);
  if (Name == "rshift")
    return at::bitwise_right_shift(Number, X);
  unsupported(Name, A, B);
}

/// \p OfValues where no operand is a tensor; what Python calls where only the
/// second is.
template <PyHandler OfValues> static IValue mixed(PyCall &C) {
  if (C.Args.size() == 2 && C.Args[1].isTensor() && !C.Args[0].isTensor())
    return reflected(C);
  return OfValues(C);
}

//===----------------------------------------------------------------------===//
// Rows of tables
//===----------------------------------------------------------------------===//

static IValue doCall(PyCall &C) {
  const PyValue *Object = asPyValue(C.get(0, "obj"));
  if (!Object)
    fail(describe(C.Args[0]) + " cannot be called");
  bool IsMethod = Object->Kind == PyValue::Method;
  const Callable *Target = lookupCallable(Object->Text, IsMethod);
  if (!Target)
    fail("'" + StringRef(Object->Text) + "' cannot be called");
  PyCall Inner;
  Inner.Runner = C.Runner;
  Inner.Kwargs = C.Kwargs;
  if (IsMethod)
    Inner.Args.push_back(Object->Parts[0]);
  Inner.Args.append(C.Args.begin() + 1, C.Args.end());
  return (*Target)(Inner);
}

static constexpr auto Mixed = HandlerEntry::NotTensorFirst;

static constexpr HandlerEntry Operators[] = {
    {"operator.add", mixed<doAdd>, Mixed},
    {"operator.sub", mixed<doSub>, Mixed},
    {"operator.mul", mixed<doMul>, Mixed},
    {"operator.truediv", mixed<doTrueDiv>, Mixed},
    {"operator.floordiv", mixed<doFloorDiv>, Mixed},
    {"operator.mod", mixed<doMod>, Mixed},
    {"operator.pow", mixed<doPow>, Mixed},
    {"operator.neg", doNeg, Mixed},
    {"operator.pos", doPos, Mixed},
    {"operator.abs", doAbs, Mixed},
    {"operator.and_", mixed<doAnd>, Mixed},
    {"operator.or_", mixed<doOr>, Mixed},
    {"operator.xor", mixed<doXor>, Mixed},
    {"operator.invert", doInvert, Mixed},
    {"operator.inv", doInvert, Mixed},
    {"operator.lshift", mixed<doShift>, Mixed},
    {"operator.rshift", mixed<doShift>, Mixed},
    {"operator.eq", mixed<doEq>, Mixed},
    {"operator.ne", mixed<doNe>, Mixed},
    {"operator.lt", mixed<doLt>, Mixed},
    {"operator.le", mixed<doLe>, Mixed},
    {"operator.gt", mixed<doGt>, Mixed},
    {"operator.ge", mixed<doGe>, Mixed},
    {"operator.iadd", mixed<doAdd>, Mixed},
    {"operator.isub", mixed<doSub>, Mixed},
    {"operator.imul", mixed<doMul>, Mixed},
    {"operator.itruediv", mixed<doTrueDiv>, Mixed},
    {"operator.ifloordiv", mixed<doFloorDiv>, Mixed},
    {"operator.imod", mixed<doMod>, Mixed},
    {"operator.ipow", mixed<doPow>, Mixed},
    {"operator.iand", mixed<doAnd>, Mixed},
    {"operator.ior", mixed<doOr>, Mixed},
    {"operator.ixor", mixed<doXor>, Mixed},
    {"operator.ilshift", mixed<doShift>, Mixed},
    {"operator.irshift", mixed<doShift>, Mixed},
    {"operator.concat", doAdd},
    {"operator.iconcat", doAdd},
    {"operator.is_", doIs},
    {"operator.is_not", doIsNot},
    {"operator.not_", doNot},
    {"operator.truth", doTruth},
    {"operator.contains", doContains},
    {"operator.index", doIndex},
    {"operator.indexOf", doIndexOf},
    {"operator.countOf", doCountOf},
    {"operator.call", doCall},
};

ArrayRef<HandlerEntry> torch_impl::operatorHandlers() { return Operators; }
