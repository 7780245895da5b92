//===- FormulaArith.cpp - Arithmetic on constants ---------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/IR/FormulaArith.h"
#include "fx/IR/Graph.h"
#include "fx/Support/FloorDivision.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace fx;
using llvm::ArrayRef;
using llvm::Expected;
using llvm::SmallVector;
using llvm::StringRef;

/// Elements that `*` may make of a sequence.
static constexpr int64_t MaxRepeatedSize = 1024;

static bool isInteger(const Argument &A) { return A.isInt() || A.isBool(); }
static bool isReal(const Argument &A) { return isInteger(A) || A.isFloat(); }

static int64_t asInteger(const Argument &A) {
  return A.isBool() ? A.asBool() : A.asInt();
}
static double asReal(const Argument &A) {
  return A.isFloat() ? A.asFloat() : double(asInteger(A));
}

static llvm::Error mismatch(StringRef Op) {
  return llvm::createStringError("'" + Op +
                                 "' cannot be computed from these constants");
}

static Expected<Argument> foldIntegers(StringRef Op, int64_t A, int64_t B) {
  int64_t Result;
  bool Overflow = false;
  if (Op == "+") {
    Overflow = llvm::AddOverflow(A, B, Result);
  } else if (Op == "-") {
    Overflow = llvm::SubOverflow(A, B, Result);
  } else if (Op == "*") {
    Overflow = llvm::MulOverflow(A, B, Result);
  } else if (Op == "//" || Op == "%") {
    if (B == 0)
      return llvm::createStringError("division by zero");
    if (B == -1) {
      // The processor traps where the quotient overflows.
      if (Op == "%")
        return Argument(int64_t(0));
      Overflow = llvm::SubOverflow(int64_t(0), A, Result);
    } else {
      // Python rounds down.
      int64_t Quotient = A / B, Rest = A % B;
      if (Rest != 0 && (Rest < 0) != (B < 0)) {
        --Quotient;
        Rest += B;
      }
      Result = Op == "%" ? Rest : Quotient;
    }
  } else if (Op == "&") {
    Result = A & B;
  } else if (Op == "|") {
    Result = A | B;
  } else if (Op == "^") {
    Result = A ^ B;
  } else if (Op == "**" && B >= 0 && B < 64) {
    Result = 1;
    for (int64_t I = 0; I != B && !Overflow; ++I)
      Overflow = llvm::MulOverflow(Result, A, Result);
  } else {
    return mismatch(Op);
  }
  if (Overflow)
    return llvm::createStringError("an integer does not fit 64 bits");
  return Argument(Result);
}

static Expected<Argument> foldReals(StringRef Op, double A, double B) {
  if (Op == "+")
    return Argument(A + B);
  if (Op == "-")
    return Argument(A - B);
  if (Op == "*")
    return Argument(A * B);
  // Python has a complex result for the root of a negative number.
  if (Op == "**" && A < 0 && B != std::floor(B))
    return mismatch(Op);
  if ((B == 0 && (Op == "/" || Op == "//" || Op == "%")) ||
      (A == 0 && B < 0 && Op == "**"))
    return llvm::createStringError("division by zero");
  if (Op == "**")
    return Argument(std::pow(A, B));
  if (Op == "/")
    return Argument(A / B);
  if (Op == "//")
    return Argument(floorQuotient(A, B));
  return mismatch(Op);
}

static Expected<Argument> foldSequences(StringRef Op, const Argument &A,
                                        const Argument &B) {
  SmallVector<Argument, 8> Items(A.elements());
  if (Op == "+" && A.kind() == B.kind()) {
    Items.append(B.elements().begin(), B.elements().end());
  } else if (Op == "*" && B.isInt()) {
    Items.clear();
    if (B.asInt() > MaxRepeatedSize ||
        B.asInt() * int64_t(A.size()) > MaxRepeatedSize)
      return llvm::createStringError("the repeated sequence is too long");
    for (int64_t I = 0; I < B.asInt(); ++I)
      Items.append(A.elements().begin(), A.elements().end());
  } else {
    return mismatch(Op);
  }
  return A.kind() == ArgKind::List ? Argument::list(Items)
                                   : Argument::tuple(Items);
}

Expected<Argument> formula::foldBinary(Context &Ctx, StringRef Op,
                                       const Argument &A, const Argument &B) {
  if (A.kind() == ArgKind::Tuple || A.kind() == ArgKind::List)
    return foldSequences(Op, A, B);
  if (A.isString() && B.isString() && Op == "+")
    return Argument::string(Ctx, (A.str() + B.str()).str());
  if (isInteger(A) && isInteger(B) && Op != "/")
    return foldIntegers(Op, asInteger(A), asInteger(B));
  if (isReal(A) && isReal(B))
    return foldReals(Op, asReal(A), asReal(B));
  return mismatch(Op);
}

Expected<Argument> formula::foldUnary(StringRef Op, const Argument &A) {
  if (A.isFloat() && Op != "~")
    return Argument(Op == "-" ? -A.asFloat() : A.asFloat());
  if (!isInteger(A))
    return mismatch(Op);
  int64_t Value = asInteger(A);
  if (Op == "~")
    return Argument(~Value);
  if (Op == "+")
    return Argument(Value);
  return foldIntegers("-", 0, Value);
}

static bool equal(const Argument &A, const Argument &B) {
  if (isInteger(A) && isInteger(B))
    return asInteger(A) == asInteger(B);
  if (isReal(A) && isReal(B))
    return asReal(A) == asReal(B);
  if (A.isSequence() && A.kind() == B.kind() && A.size() == B.size()) {
    for (size_t I = 0, E = A.size(); I != E; ++I)
      if (!equal(A[I], B[I]))
        return false;
    return true;
  }
  return A == B;
}

Expected<bool> formula::foldComparison(StringRef Op, const Argument &A,
                                       const Argument &B) {
  if (Op == "is" || Op == "is not")
    return (A.isNone() && B.isNone()) == (Op == "is");
  if (Op == "in") {
    if (!B.isSequence())
      return mismatch(Op);
    for (size_t I = 0, E = B.size(); I != E; ++I)
      if (equal(A, B[I]))
        return true;
    return false;
  }
  if (Op == "==" || Op == "!=")
    return equal(A, B) == (Op == "==");
  if (!isReal(A) || !isReal(B))
    return mismatch(Op);
  auto Compare = [&](auto X, auto Y) {
    return llvm::StringSwitch<bool>(Op)
        .Case("<", X < Y)
        .Case("<=", X <= Y)
        .Case(">", X > Y)
        .Default(X >= Y);
  };
  // Not every integer is a double.
  auto IsInteger = [](const Argument &N) { return N.isInt() || N.isBool(); };
  return IsInteger(A) && IsInteger(B) ? Compare(asInteger(A), asInteger(B))
                                      : Compare(asReal(A), asReal(B));
}

Expected<bool> formula::truth(const Argument &A) {
  switch (A.kind()) {
  case ArgKind::None:
    return false;
  case ArgKind::Bool:
  case ArgKind::Int:
    return asInteger(A) != 0;
  case ArgKind::Float:
    return A.asFloat() != 0;
  case ArgKind::String:
    return !A.str().empty();
  case ArgKind::Tuple:
  case ArgKind::NamedTuple:
  case ArgKind::List:
  case ArgKind::Dict:
    return !A.empty();
  case ArgKind::Node:
    return llvm::createStringError(
        "a condition depends on the value of a node");
  default:
    return true;
  }
}

Expected<Argument> formula::foldItem(const Argument &A, const Argument &Index) {
  if (!A.isSequence() || !Index.isInt())
    return llvm::createStringError("only sequences can be indexed, and only "
                                   "by integers");
  int64_t I = Index.asInt(), Size = A.size();
  if (I < 0)
    I += Size;
  if (I < 0 || I >= Size)
    return llvm::createStringError("index out of range");
  return A[I];
}

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

/// torch.nn.modules.utils._ntuple.
static Argument repeat(const Argument &A, unsigned Count) {
  if (A.isSequence())
    return Argument::tuple(A.elements());
  return Argument::tuple(SmallVector<Argument, 4>(Count, A));
}

/// (1, 2) as (2, 2, 1, 1): what a pad function takes for a padding per
/// dimension.
static Argument reversePairs(const Argument &A) {
  SmallVector<Argument, 8> Items;
  for (size_t I = A.size(); I-- != 0;)
    Items.append(2, A[I]);
  return Argument::tuple(Items);
}

/// The pads of padding='same', last dimension first.
static Expected<Argument> samePads(const Argument &Kernel,
                                   const Argument &Dilation) {
  SmallVector<Argument, 8> Items;
  for (size_t I = Kernel.size(); I-- != 0;) {
    if (!Kernel[I].isInt() || I >= Dilation.size() || !Dilation[I].isInt())
      return llvm::createStringError("a kernel size is not an integer");
    int64_t Total = Dilation[I].asInt() * (Kernel[I].asInt() - 1);
    int64_t Left = Total / 2;
    Items.push_back(Argument(Left));
    Items.push_back(Argument(Total - Left));
  }
  return Argument::list(Items);
}

Expected<Argument> formula::foldHelper(Context &Ctx, StringRef Name,
                                       ArrayRef<Argument> Args) {
  const Argument &A = Args[0];
  auto Bad = [&] {
    return llvm::createStringError("'" + Name +
                                   "' does not take this constant");
  };
  if (Name == "single" || Name == "pair" || Name == "triple")
    return repeat(A, Name == "single" ? 1 : Name == "pair" ? 2 : 3);
  if (Name == "is_tuple")
    return Argument(A.isSequence());
  if (Name == "is_str")
    return Argument(A.isString());
  if (Name == "is_node")
    return Argument(A.isNode());
  if (Name == "same")
    return Argument(A == Args[1]);
  if (Name == "rank") {
    TensorType Type = A.isNode() ? A.asNode()->tensorType() : TensorType();
    return Type ? Argument(int64_t(Type.rank())) : Argument::none();
  }
  if (Name == "spread") {
    if (!Args[1].isInt() || Args[1].asInt() < 0 || Args[1].asInt() > 16)
      return Bad();
    return repeat(A, Args[1].asInt());
  }
  if (Name == "reverse_pairs")
    return A.isSequence() ? Expected<Argument>(reversePairs(A)) : Bad();
  if (Name == "same_pads")
    return A.isSequence() && Args[1].isSequence() ? samePads(A, Args[1])
                                                  : Bad();
  if (Name == "len")
    return A.isSequence() ? Expected<Argument>(Argument(int64_t(A.size())))
                          : Bad();
  if (Name == "tuple" || Name == "list") {
    if (!A.isSequence())
      return Bad();
    return Name == "tuple" ? Argument::tuple(A.elements())
                           : Argument::list(A.elements());
  }
  if (Name == "str") {
    if (A.isString())
      return A;
    return isInteger(A) ? Expected<Argument>(Argument::string(
                              Ctx, std::to_string(asInteger(A))))
                        : Bad();
  }
  if (!isReal(A))
    return Bad();
  if (Name == "float")
    return Argument(asReal(A));
  if (Name == "log")
    return asReal(A) > 0 ? Expected<Argument>(Argument(std::log(asReal(A))))
                         : Bad();
  if (Name == "int") {
    if (A.isFloat() && !(std::abs(A.asFloat()) < 9e18))
      return Bad();
    return Argument(A.isFloat() ? int64_t(A.asFloat()) : asInteger(A));
  }
  if (Name == "abs") {
    if (A.isFloat())
      return Argument(std::abs(A.asFloat()));
    return asInteger(A) < 0 ? foldIntegers("-", 0, asInteger(A))
                            : Expected<Argument>(A);
  }
  if (!isReal(Args[1]))
    return Bad();
  bool Less = asReal(A) < asReal(Args[1]);
  return Less == (Name == "min") ? A : Args[1];
}

StringRef formula::operatorFunction(StringRef Op, bool Unary) {
  if (Unary)
    return llvm::StringSwitch<StringRef>(Op)
        .Case("-", "operator.neg")
        .Case("+", "operator.pos")
        .Case("~", "operator.invert")
        .Default("");
  return llvm::StringSwitch<StringRef>(Op)
      .Case("+", "operator.add")
      .Case("-", "operator.sub")
      .Case("*", "operator.mul")
      .Case("/", "operator.truediv")
      .Case("//", "operator.floordiv")
      .Case("%", "operator.mod")
      .Case("**", "operator.pow")
      .Case("@", "operator.matmul")
      .Case("&", "operator.and_")
      .Case("|", "operator.or_")
      .Case("^", "operator.xor")
      .Case("<<", "operator.lshift")
      .Case(">>", "operator.rshift")
      .Case("==", "operator.eq")
      .Case("!=", "operator.ne")
      .Case("<", "operator.lt")
      .Case("<=", "operator.le")
      .Case(">", "operator.gt")
      .Case(">=", "operator.ge")
      .Default("");
}
