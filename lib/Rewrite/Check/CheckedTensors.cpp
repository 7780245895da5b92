//===- CheckedTensors.cpp - Values of checks, and how they compare --------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleChecker.h"
#include "fx/Analysis/ValueCall.h"
#include "fx/IR/TensorType.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <random>

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Null for what is not one of the four formats of IEEE 754 and its kin.
static const fltSemantics *semanticsOf(DType T) {
  switch (T) {
  case DType::Float16:
    return &APFloat::IEEEhalf();
  case DType::BFloat16:
    return &APFloat::BFloat();
  case DType::Float32:
    return &APFloat::IEEEsingle();
  case DType::Float64:
    return &APFloat::IEEEdouble();
  default:
    return nullptr;
  }
}

static void writeBits(uint64_t Bits, unsigned Size, std::string &Out) {
  for (unsigned I = 0; I != Size; ++I)
    Out.push_back(char(Bits >> (8 * I)));
}

static uint64_t readBits(StringRef Bytes, size_t I, unsigned Size) {
  uint64_t Bits = 0;
  for (unsigned B = 0; B != Size; ++B)
    Bits |= uint64_t(uint8_t(Bytes[I * Size + B])) << (8 * B);
  return Bits;
}

/// Most tensors of checks are of the two types that the processor has: APFloat
/// took a third of the time of a check.
static void writeFloat(DType T, double Value, std::string &Out) {
  if (T == DType::Float32)
    return writeBits(bit_cast<uint32_t>(float(Value)), 4, Out);
  if (T == DType::Float64)
    return writeBits(bit_cast<uint64_t>(Value), 8, Out);
  APFloat F(Value);
  bool Loses;
  F.convert(*semanticsOf(T), APFloat::rmNearestTiesToEven, &Loses);
  writeBits(F.bitcastToAPInt().getZExtValue(), itemSize(T), Out);
}

static double readFloat(DType T, StringRef Bytes, size_t I) {
  if (T == DType::Float32)
    return bit_cast<float>(support::endian::read32le(Bytes.data() + 4 * I));
  if (T == DType::Float64)
    return bit_cast<double>(support::endian::read64le(Bytes.data() + 8 * I));
  unsigned Size = itemSize(T);
  APFloat F(*semanticsOf(T), APInt(Size * 8, readBits(Bytes, I, Size)));
  bool Loses;
  F.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &Loses);
  return F.convertToDouble();
}

static double asDouble(APFloat F) {
  bool Loses;
  F.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &Loses);
  return F.convertToDouble();
}

/// Two or three numbers with which elements are equal, or differ in the sign of
/// zero alone. Of two rounds that follow each other, one has both zeros.
static ArrayRef<double> fewValues(uint64_t Seed) {
  static const double Sets[][3] = {
      {0.0, -0.0, -0.0}, {1, NAN, 1}, {-1, -0.0, 0.0}, {1, 2, 1},
      {0.0, -0.0, -0.0}, {0.0, 1, 1}, {-1, -0.0, 0.0}, {-1, 1, INFINITY}};
  return Sets[Seed % std::size(Sets)];
}

/// Values of one magnitude: what all elements of a tensor are times.
static double magnitudeOf(DType T, ValueRange Range, uint64_t Seed) {
  if (Range == ValueRange::Wide)
    return Seed % 2 ? 4 : 33;
  if (Range == ValueRange::Small)
    return Seed % 2 ? 1e-3 : 1e-6;
  double Largest = asDouble(APFloat::getLargest(*semanticsOf(T)));
  // Sums of some squares are finite for the first, and no square for the other.
  return std::pow(Largest, Seed % 2 ? 0.45 : 0.75) / 3;
}

/// An integer that has no place in some type that is narrower than 64 bits.
static int64_t wideInteger(uint64_t Random) {
  constexpr int64_t Numbers[] = {6,   7,    20,    100,   127,  128,  200,
                                 255, 256,  300,   32767, -128, -129, -7,
                                 -20, -100, 40000, 70000, 0,    1};
  return Numbers[Random % std::size(Numbers)];
}

/// A number of \p Precision bits that lies between two neighbors of a narrower
/// type, in the middle or next to it, and may do so for several types: rounding
/// it twice, first to something in between, gives another number than rounding
/// it once.
static uint64_t nearHalfway(unsigned Precision, uint64_t Random) {
  uint64_t Value = uint64_t(1) << (Precision - 1);
  bool IsFirst = true;
  for (unsigned Bits : {8, 11, 24, 53}) {
    Random /= 2;
    if (Bits + 2 > Precision || Random % 2)
      continue;
    uint64_t Last = uint64_t(1) << (Precision - Bits);
    if (IsFirst)
      Value |= (Random >> 8) & (Value - 1) & ~(Last - 1);
    IsFirst = false;
    Value |= Last / 2;
  }
  return Value + Random % 3 - 1;
}

std::string fx::rewrite::indexValues(DType T, size_t Count, int64_t Bound,
                                     uint64_t Seed,
                                     std::optional<int64_t> Odd) {
  std::mt19937_64 Random(Seed);
  if (Seed % 2)
    Bound = std::min<int64_t>(Bound, 2);
  std::string Bytes;
  for (size_t I = 0; I != Count; ++I)
    writeBits(Odd && I % 2 == 0 ? *Odd : Random() % std::max<int64_t>(Bound, 1),
              itemSize(T), Bytes);
  return Bytes;
}

std::string fx::rewrite::checkValues(DType T, size_t Count, unsigned Round,
                                     ValueRange Range, uint64_t Seed,
                                     bool HasLeast) {
  if (DType Part = realType(T); Part != T)
    return checkValues(Part, 2 * Count, Round, Range, Seed, HasLeast);
  bool Tame = Range == ValueRange::Tame || Range == ValueRange::Corners;
  std::mt19937_64 Random(Seed);
  auto Uniform = [&](double Low, double High) {
    return Low + (High - Low) * double(Random() >> 11) * 0x1p-53;
  };
  std::string Bytes;
  if (semanticsOf(T)) {
    double Largest = asDouble(APFloat::getLargest(*semanticsOf(T)));
    double Least = asDouble(APFloat::getSmallestNormalized(*semanticsOf(T)));
    if (Range == ValueRange::Narrow) {
      Largest = 1e4;
      Least = 1e-4;
    }
    // The first ones decide most, and are taken every other time.
    constexpr unsigned NumFirst = 7;
    const double Specials[] = {
        0.0,  -0.0, 1,  -1,    INFINITY,  -INFINITY, NAN,     0.5, -0.5,
        2,    -2,   3,  -3,    7,         0.1,       -0.1,    100, -100,
        1e-3, 6,    -6, Least, Least / 2, Largest,   -Largest};
    ArrayRef<double> Few = fewValues(Seed / 64);
    bool IsScaled = Range == ValueRange::Large || Range == ValueRange::Small ||
                    Range == ValueRange::Wide;
    double Magnitude = IsScaled ? magnitudeOf(T, Range, Seed / 64) : 1;
    unsigned Precision = APFloat::semanticsPrecision(*semanticsOf(T));
    // Equal ones too, and 0.
    const double Moderate[] = {0.0, 1, -1, 2, -2, 0.5, -0.5, 3};
    for (size_t I = 0; I != Count; ++I) {
      double Value = Uniform(-3, 3);
      if (IsScaled)
        Value *= Magnitude;
      else if (Range == ValueRange::Mixed)
        Value *= magnitudeOf(
            T, Random() % 2 ? ValueRange::Large : ValueRange::Small, Seed / 64);
      else if (Range == ValueRange::Halfway)
        Value =
            std::copysign(std::ldexp(double(nearHalfway(Precision, Random())),
                                     int(Random() % 8) - 2 - int(Precision)),
                          Value);
      else if (Range == ValueRange::Few)
        Value = Few[Random() % Few.size()];
      else if (!Tame && Round % 3 == 1)
        Value = Specials[Random() %
                         (Random() % 2 ? NumFirst : std::size(Specials))];
      else if (!Tame && Round % 3 == 2)
        Value *= std::pow(10, Uniform(-4, 4));
      else if (Range == ValueRange::Corners)
        Value = Moderate[Random() % std::size(Moderate)];
      else if (Tame && std::abs(Value) < 0.05)
        Value = 0.5;
      writeFloat(T, Value, Bytes);
    }
    return Bytes;
  }
  unsigned Bits = itemSize(T) * 8;
  bool IsUnsigned = T == DType::UInt8 || T == DType::Bool;
  for (size_t I = 0; I != Count; ++I) {
    uint64_t Value = Random();
    if (T == DType::Bool)
      Value &= 1;
    else if (Range == ValueRange::Wide)
      Value = wideInteger(Value);
    else if (Range == ValueRange::Few)
      Value %= 2;
    else if (Range == ValueRange::Halfway)
      Value = nearHalfway(4 + Value % (Bits - 4), Random());
    else if (Tame || Round % 2 == 0)
      Value = Value % 11 - (IsUnsigned ? 0 : 5);
    else if (uint64_t Kind = Value % 8; Kind < (HasLeast ? 6 : 5))
      Value = Kind == 0   ? (uint64_t(1) << (Bits - 1)) - 1
              : Kind == 1 ? (uint64_t(1) << (Bits - 1)) + 1
              : Kind == 2 ? ~uint64_t(0)
              : Kind == 3 ? 0
              : Kind == 4 ? 1
                          : uint64_t(1) << (Bits - 1);
    writeBits(Value, itemSize(T), Bytes);
  }
  return Bytes;
}

std::string fx::rewrite::constantValues(DType T, size_t Count, uint64_t Seed) {
  if (DType Part = realType(T); Part != T)
    return constantValues(Part, 2 * Count, Seed);
  if (!semanticsOf(T))
    return checkValues(T, Count, 0, ValueRange::Tame, Seed);
  std::mt19937_64 Random(Seed);
  std::string Bytes;
  for (size_t I = 0; I != Count; ++I) {
    double Value = 0.25 + 1.75 * double(Random() >> 11) * 0x1p-53;
    uint64_t Kind = Random() % 16;
    if (Seed % 2 && Kind < 8)
      Value = Kind == 0 ? 0.0 : Kind == 1 ? -0.0 : -Value;
    writeFloat(T, Value, Bytes);
  }
  return Bytes;
}

std::string fx::rewrite::valuesNear(DType T, size_t Count, unsigned From,
                                    ArrayRef<double> Near) {
  std::string Bytes;
  if (DType Part = realType(T); Part != T)
    return valuesNear(Part, 2 * Count, From, Near);
  unsigned Bits = itemSize(T) * 8;
  bool IsUnsigned = T == DType::UInt8 || T == DType::Bool;
  double High = std::ldexp(1.0, Bits - !IsUnsigned) - 1;
  for (size_t I = 0; I != Count; ++I) {
    double Value = Near[(From + I) % Near.size()];
    if (semanticsOf(T))
      writeFloat(T, Value, Bytes);
    else if (T == DType::Bool)
      writeBits(Value != 0, 1, Bytes);
    else if (Value = std::floor(Value);
             Value > (IsUnsigned ? -1 : -High) && Value < High)
      writeBits(uint64_t(int64_t(Value)), itemSize(T), Bytes);
    else
      writeBits(1, itemSize(T), Bytes);
  }
  return Bytes;
}

double fx::rewrite::largestOf(DType T, StringRef Bytes,
                              ArrayRef<double> Except) {
  T = realType(T);
  double Largest = 0;
  if (semanticsOf(T))
    for (size_t I = 0; I != Bytes.size() / itemSize(T); ++I)
      if (double Value = readFloat(T, Bytes, I);
          std::isfinite(Value) && !is_contained(Except, Value))
        Largest = std::max(Largest, std::abs(Value));
  return Largest;
}

bool fx::rewrite::areFinite(DType T, StringRef Bytes) {
  T = realType(T);
  if (semanticsOf(T))
    for (size_t I = 0; I != Bytes.size() / itemSize(T); ++I)
      if (!std::isfinite(readFloat(T, Bytes, I)))
        return false;
  return true;
}

bool fx::rewrite::hasWhole(DType T, StringRef Bytes) {
  T = realType(T);
  if (semanticsOf(T))
    for (size_t I = 0; I != Bytes.size() / itemSize(T); ++I)
      if (double Value = readFloat(T, Bytes, I); Value == std::floor(Value))
        return true;
  return false;
}

double fx::rewrite::epsilonOf(DType T) {
  const fltSemantics *S = semanticsOf(realType(T));
  return S ? std::ldexp(1.0, 1 - int(APFloat::semanticsPrecision(*S))) : 0;
}

double fx::rewrite::largestNumberOf(DType T) {
  return asDouble(APFloat::getLargest(*semanticsOf(realType(T))));
}

std::string fx::rewrite::convertValues(StringRef Bytes, DType From, DType To) {
  bool IsComplex = realType(From) != From;
  if (From == To || IsComplex != (realType(To) != To) ||
      !semanticsOf(realType(From)) || !semanticsOf(realType(To)))
    return Bytes.str();
  From = realType(From);
  To = realType(To);
  std::string Converted;
  for (size_t I = 0; I != Bytes.size() / itemSize(From); ++I)
    writeFloat(To, readFloat(From, Bytes, I), Converted);
  return Converted;
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

static std::string number(double Value, bool IsDouble = false) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (std::isnan(Value))
    OS << "nan";
  else
    OS << format(IsDouble ? "%.17g" : "%.9g", Value);
  return Text;
}

std::string fx::rewrite::elementText(DType T, StringRef Bytes, size_t I) {
  if (semanticsOf(T))
    return number(readFloat(T, Bytes, I), T == DType::Float64);
  unsigned Size = itemSize(T);
  if (Size > 8)
    return "another number";
  uint64_t Bits = readBits(Bytes, I, Size);
  if (T == DType::UInt8 || T == DType::Bool || Size == 8)
    return std::to_string(int64_t(Bits));
  return std::to_string(int64_t(Bits << (64 - 8 * Size)) >> (64 - 8 * Size));
}

std::string fx::rewrite::elementOf(DType T, double Value) {
  std::string Bytes;
  if (semanticsOf(T))
    writeFloat(T, Value, Bytes);
  else
    writeBits(uint64_t(int64_t(Value)), itemSize(T), Bytes);
  return Bytes;
}

static std::string element(const CheckedTensor &T, size_t I) {
  DType Part = realType(T.Element);
  if (Part == T.Element)
    return elementText(Part, T.Bytes, I);
  return "(" + elementText(Part, T.Bytes, 2 * I) + ", " +
         elementText(Part, T.Bytes, 2 * I + 1) + ")";
}

/// \p I counts the parts of complex numbers.
static std::string differ(const CheckedTensor &Left, const CheckedTensor &Right,
                          size_t I) {
  if (isComplexType(Left.Element))
    I /= 2;
  return "element " + std::to_string(I) + " is " + element(Right, I) +
         ", not " + element(Left, I);
}

/// Equal bits, where each NaN equals each other. Kernels for complex numbers
/// lose the sign of a zero, or not, by the place of the element.
static std::string compareBits(const CheckedTensor &Left,
                               const CheckedTensor &Right) {
  if (Left.Bytes == Right.Bytes)
    return "";
  DType T = realType(Left.Element);
  unsigned Size = itemSize(T);
  for (size_t I = 0; I != Left.Bytes.size() / Size; ++I) {
    if (StringRef(Left.Bytes).substr(I * Size, Size) ==
        StringRef(Right.Bytes).substr(I * Size, Size))
      continue;
    if (semanticsOf(T)) {
      double L = readFloat(T, Left.Bytes, I), R = readFloat(T, Right.Bytes, I);
      if ((std::isnan(L) && std::isnan(R)) ||
          (isComplexType(Left.Element) && L == R))
        continue;
    }
    return differ(Left, Right, I);
  }
  return "";
}

static bool isSameSpecial(double A, double B) {
  return std::isnan(A) ? std::isnan(B) : A == B;
}

/// docs/CheckingRules.md has the definition.
static std::string compareRounded(const CheckedTensor &Left,
                                  const CheckedTensor &Right,
                                  const CheckedTensor *Reference, double Factor,
                                  double Epsilon, double Scale) {
  DType T = realType(Left.Element);
  bool IsComplex = T != Left.Element;
  const fltSemantics *Semantics = semanticsOf(T);
  if (!Semantics)
    return compareBits(Left, Right);
  size_t Count = Left.Bytes.size() / itemSize(T);
  bool HasReference = Reference &&
                      realType(Reference->Element) == DType::Float64 &&
                      Reference->Bytes.size() == Count * 8;
  double Largest = asDouble(APFloat::getLargest(*Semantics));
  double Least = asDouble(APFloat::getSmallestNormalized(*Semantics));
  Epsilon = std::max(Epsilon, epsilonOf(T));
  auto Exact = [&](size_t I) {
    return HasReference ? readFloat(DType::Float64, Reference->Bytes, I)
                        : readFloat(T, Left.Bytes, I);
  };
  double Error = 0;
  for (size_t I = 0; I != Count; ++I) {
    double R = Exact(I), L = readFloat(T, Left.Bytes, I);
    if (!std::isfinite(R) || std::abs(R) > Largest)
      continue;
    Scale = std::max(Scale, std::abs(R));
    if (std::isfinite(L))
      Error = std::max(Error, std::abs(L - R));
  }
  double Allowed = Factor * Error + 32 * Epsilon * Scale + Least;
  // Nothing is more exact than float64, so that its own error is not known.
  if (!HasReference || T == DType::Float64)
    Allowed += 1e-7 * Scale;
  for (size_t I = 0; I != Count; ++I) {
    double E = Exact(I), L = readFloat(T, Left.Bytes, I),
           R = readFloat(T, Right.Bytes, I);
    // What a product with an infinite part is follows from no rule.
    if (IsComplex && !(std::isfinite(Exact(I & ~size_t(1))) &&
                       std::isfinite(Exact(I | 1)) && std::isfinite(L)))
      continue;
    // Where the left side has not one right digit, the right one is free.
    if (isSameSpecial(L, R) ||
        (std::isfinite(E) && !(std::abs(L - E) <= std::abs(E) / 2 + Allowed)))
      continue;
    // What does not fit the type is infinite, or nearly; the largest number
    // itself fits.
    if (std::isfinite(E) && std::abs(E) > Largest * (1 - 16 * Epsilon) &&
        !(std::abs(E) == Largest && L == E))
      continue;
    if (!std::isfinite(E)) {
      // An infinity times 0, where the 0 is rounded to something else.
      bool IsNearly = std::isnan(E) && std::isinf(R);
      if (!isSameSpecial(E, R) && !IsNearly)
        return differ(Left, Right, I);
      continue;
    }
    if (!(std::abs(R - E) <= Allowed))
      return differ(Left, Right, I) + ", exactly " + number(E);
  }
  return "";
}

/// Whether two types say the same, but for strides that lead nowhere: PyTorch's
/// fake tensors have others there than its kernels give.
static bool isSameType(const CheckedTensor &A, const CheckedTensor &B,
                       bool WithStrides) {
  if (A.Type == B.Type)
    return true;
  TensorType X(A.Type), Y(B.Type);
  if (!X || !Y || X.dtype() != Y.dtype() || X.device() != Y.device() ||
      X.layout() != Y.layout() || X.requiresGrad() != Y.requiresGrad() ||
      X.sizes() != Y.sizes())
    return false;
  if (!WithStrides || is_contained(X.sizes(), Argument(0)))
    return true;
  for (size_t I = 0; I != X.rank(); ++I)
    if (X.sizes()[I] != Argument(1) && X.strides()[I] != Y.strides()[I])
      return false;
  return true;
}

std::string fx::rewrite::compareRuns(const CompiledRule &Rule,
                                     const CheckedRun &Left,
                                     const CheckedRun &Right,
                                     const CheckedRun *Reference,
                                     CompareScope Scope) {
  if (!Left.Failure.empty())
    return "";
  if (!Right.Failure.empty())
    return "the result fails: " + Right.Failure;
  if (uint64_t Other = Right.Written ^ Left.Written) {
    unsigned Input = countr_zero(Other);
    return std::string("the result ") +
           (Right.Written >> Input & 1 ? "writes" : "does not write") +
           " input " + std::to_string(Input + 1);
  }
  if (Left.Results.size() != Right.Results.size())
    return "the number of results differs";
  if (Left.RandomState != Right.RandomState)
    return "other random numbers are drawn afterwards";
  double Factor = Rule.Class == Exactness::Finite ? 16 : 4;
  for (const Attribute &A : Rule.Def->Attributes)
    if (A.Name == "rounding" && !A.Value.empty())
      A.Value.getAsDouble(Factor);
  bool IsExact =
      Rule.Class == Exactness::Exact || Rule.Class == Exactness::CPUExact;
  for (size_t I = 0; I != Left.Results.size(); ++I) {
    const CheckedTensor &L = Left.Results[I], &R = Right.Results[I];
    if (!isSameType(L, R, Scope.Strides))
      return "the type is " + R.Text + ", not " + L.Text;
    if (Scope.Memory && L.Shares != R.Shares)
      return "result " + std::to_string(I) +
             " shares memory with other inputs or results";
    const CheckedTensor *Exact =
        Reference && Reference->Failure.empty() && I < Reference->Results.size()
            ? &Reference->Results[I]
            : nullptr;
    std::string Why = IsExact
                          ? compareBits(L, R)
                          : compareRounded(L, R, Exact, Factor, Left.Epsilon,
                                           Exact ? Reference->Scale : 1);
    if (!Why.empty())
      return Why;
  }
  return "";
}

std::string fx::rewrite::compareGradients(const CheckedTensor &Left,
                                          const CheckedTensor &Right,
                                          double Epsilon) {
  // Inputs are of double precision, but for complex ones.
  DType T = realType(Left.Element);
  bool IsSingle = Left.Element == DType::Complex64;
  if ((T != DType::Float64 && !IsSingle) || Right.Element != Left.Element ||
      Left.Bytes.size() != Right.Bytes.size())
    return "";
  double Allowed = ((IsSingle ? 1e-4 : 1e-6) + 32 * Epsilon) *
                   (1 + largestOf(T, Left.Bytes));
  for (size_t I = 0; I != Left.Bytes.size() / itemSize(T); ++I) {
    double L = readFloat(T, Left.Bytes, I), R = readFloat(T, Right.Bytes, I);
    if (std::isfinite(L) && !(std::abs(L - R) <= Allowed))
      return differ(Left, Right, I);
  }
  return "";
}
