//===- TensorData.cpp - Elements of tensors -------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/TensorData.h"
#include "FloatFormats.h"
#include "fx/IR/Context.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace fx;
using namespace fx::interop;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Types and sizes
//===----------------------------------------------------------------------===//

unsigned fx::elementSize(DType T) {
  switch (T) {
  case DType::UInt8:
  case DType::Int8:
  case DType::Int16:
  case DType::Int32:
  case DType::Int64:
  case DType::UInt16:
  case DType::UInt32:
  case DType::UInt64:
  case DType::Bool:
    return itemSize(T);
  case DType::Float4E2M1FNX2:
    return 0;
  default:
    return isFloatType(T) || isComplexType(T) ? itemSize(T) : 0;
  }
}

//===----------------------------------------------------------------------===//
// Elements as numbers
//===----------------------------------------------------------------------===//

namespace {
template <typename T> T load(const char *P) {
  T Value;
  std::memcpy(&Value, P, sizeof(T));
  return Value;
}
template <typename T> void store(char *P, T Value) {
  std::memcpy(P, &Value, sizeof(T));
}

/// An integer type; what it cannot hold becomes the nearest that it can.
template <typename T> struct Integer {
  static constexpr unsigned Size = sizeof(T);
  static double read(const char *P) { return double(load<T>(P)); }
  static void write(char *P, double V) {
    T Result = 0;
    if (V >= std::ldexp(1.0, std::numeric_limits<T>::digits))
      Result = std::numeric_limits<T>::max();
    else if (V <= double(std::numeric_limits<T>::min()))
      Result = std::numeric_limits<T>::min();
    else if (V == V)
      Result = T(V);
    store(P, Result);
  }
};
template <typename T> struct Native {
  static constexpr unsigned Size = sizeof(T);
  static double read(const char *P) { return load<T>(P); }
  static void write(char *P, double V) { store(P, T(V)); }
};
template <typename Format, typename T> struct Small {
  static constexpr unsigned Size = sizeof(T);
  static double read(const char *P) { return Format::decode(load<T>(P)); }
  static void write(char *P, double V) { store(P, T(Format::encode(V))); }
};
struct Boolean {
  static constexpr unsigned Size = 1;
  static double read(const char *P) { return *P != 0; }
  static void write(char *P, double V) { *P = V != 0; }
};
/// The real part.
template <typename Part> struct Complex {
  static constexpr unsigned Size = 2 * Part::Size;
  static double read(const char *P) { return Part::read(P); }
  static void write(char *P, double V) {
    Part::write(P, V);
    Part::write(P + Part::Size, 0);
  }
};
} // namespace

/// Calls \p Fn with what reads and writes elements of type \p T.
template <typename Callback> static void withElements(DType T, Callback Fn) {
  switch (T) {
  case DType::UInt8:
    return Fn(Integer<uint8_t>());
  case DType::Int8:
    return Fn(Integer<int8_t>());
  case DType::UInt16:
    return Fn(Integer<uint16_t>());
  case DType::Int16:
    return Fn(Integer<int16_t>());
  case DType::UInt32:
    return Fn(Integer<uint32_t>());
  case DType::Int32:
    return Fn(Integer<int32_t>());
  case DType::UInt64:
    return Fn(Integer<uint64_t>());
  case DType::Int64:
    return Fn(Integer<int64_t>());
  case DType::Bool:
    return Fn(Boolean());
  case DType::Float16:
    return Fn(Small<Half, uint16_t>());
  case DType::BFloat16:
    return Fn(Small<BFloat, uint16_t>());
  case DType::Float32:
    return Fn(Native<float>());
  case DType::Float64:
    return Fn(Native<double>());
  case DType::Float8E5M2:
    return Fn(Small<Float8E5M2, uint8_t>());
  case DType::Float8E4M3FN:
    return Fn(Small<Float8E4M3FN, uint8_t>());
  case DType::Float8E5M2FNUZ:
    return Fn(Small<Float8E5M2FNUZ, uint8_t>());
  case DType::Float8E4M3FNUZ:
    return Fn(Small<Float8E4M3FNUZ, uint8_t>());
  case DType::Float8E8M0FNU:
    return Fn(Small<Float8E8M0FNU, uint8_t>());
  case DType::Complex32:
    return Fn(Complex<Small<Half, uint16_t>>());
  case DType::Complex64:
    return Fn(Complex<Native<float>>());
  case DType::Complex128:
    return Fn(Complex<Native<double>>());
  default:
    llvm_unreachable("elements of no whole bytes");
  }
}

static void readElements(DType T, const char *From, uint64_t Count,
                         double *To) {
  withElements(T, [&](auto Element) {
    for (uint64_t I = 0; I != Count; ++I)
      To[I] = Element.read(From + I * Element.Size);
  });
}

static void writeElements(DType T, const double *From, uint64_t Count,
                          char *To) {
  withElements(T, [&](auto Element) {
    for (uint64_t I = 0; I != Count; ++I)
      Element.write(To + I * Element.Size, From[I]);
  });
}

/// Elements that are converted at once.
static constexpr uint64_t ChunkSize = 1024;

//===----------------------------------------------------------------------===//
// Making
//===----------------------------------------------------------------------===//

TensorData TensorData::ofBytes(DType T, ArrayRef<int64_t> Sizes,
                               StringRef Bytes) {
  TensorData D;
  D.Type = T;
  D.Sizes = SmallVector<int64_t, 6>(Sizes);
  D.Strides = contiguousStrides(Sizes);
  uint64_t Wanted = D.numElements() * elementSize(T);
  if (LLVM_UNLIKELY(Bytes.size() != Wanted))
    report_fatal_error("a tensor of " + Twine(D.numElements()) +
                           " elements of " + fx::toString(T) + " has " +
                           Twine(Wanted) + " bytes, and " +
                           Twine(Bytes.size()) + " are given",
                       /*gen_crash_diag=*/false);
  D.Own = std::make_shared<std::string>(Bytes);
  D.Storage = *D.Own;
  return D;
}

TensorData TensorData::zeros(DType T, ArrayRef<int64_t> Sizes) {
  return ofBytes(T, Sizes,
                 std::string(*elementCount(Sizes) * elementSize(T), '\0'));
}

TensorData TensorData::full(DType T, ArrayRef<int64_t> Sizes, double Value) {
  TensorData D = zeros(T, Sizes);
  char *To = D.makeWritable();
  withElements(T, [&](auto Element) {
    for (uint64_t I = 0, E = D.numElements(); I != E; ++I)
      Element.write(To + I * Element.Size, Value);
  });
  return D;
}

Expected<TensorData> TensorData::view(DType T, ArrayRef<int64_t> Sizes,
                                      ArrayRef<int64_t> Strides, int64_t Offset,
                                      StringRef Bytes,
                                      std::shared_ptr<const void> Owner) {
  unsigned Size = elementSize(T);
  if (!Size)
    return createStringError("elements of " + toString(T) +
                             " have no bytes of their own");
  std::optional<uint64_t> Count = elementCount(Sizes);
  if (!Count || Sizes.size() != Strides.size() || Offset < 0 ||
      any_of(Strides, [](int64_t S) { return S < 0; }))
    return createStringError(
        "sizes, strides and offset do not describe a tensor");
  TensorData D;
  D.Type = T;
  D.Sizes = SmallVector<int64_t, 6>(Sizes);
  D.Strides = SmallVector<int64_t, 6>(Strides);
  D.Owner = std::move(Owner);
  D.Storage = Bytes;
  D.Offset = Offset;
  if (*Count == 0) {
    // It may be anywhere.
    D.Offset = std::min<uint64_t>(Offset, Bytes.size() / Size);
    return D;
  }
  // The place after the last element.
  uint64_t End = SaturatingAdd<uint64_t>(Offset, 1);
  for (auto [Extent, Stride] : zip_equal(Sizes, Strides))
    End = SaturatingMultiplyAdd<uint64_t>(Extent - 1, Stride, End);
  if (End > Bytes.size() / Size)
    return createStringError("its elements end " + Twine(End) +
                             " elements after the start of " +
                             Twine(Bytes.size()) + " bytes of " + toString(T));
  // A few bytes of a file may be expanded to any number of elements.
  constexpr uint64_t MaxExpanded = uint64_t(1) << 34;
  if (*Count * Size > std::max<uint64_t>(Bytes.size(), MaxExpanded))
    return createStringError("it is expanded to " + Twine(*Count) +
                             " elements, of which no copy can be made");
  return D;
}

Argument TensorData::type(Context &Ctx, Argument Device) const {
  SmallVector<Argument, 6> Extents(Sizes.begin(), Sizes.end());
  SmallVector<Argument, 6> Steps(Strides.begin(), Strides.end());
  if (Device.isNone())
    Device = Argument::device(Ctx.intern("cpu"));
  if (Offset == 0)
    return Argument::tensorType(Type, Argument::tuple(Extents),
                                Argument::tuple(Steps), Device);
  return Argument::tensorType(Type, Argument::tuple(Extents),
                              Argument::tuple(Steps), Device,
                              /*RequiresGrad=*/false, Offset, Layout::Strided);
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

static std::string text(ArrayRef<int64_t> Sizes) {
  std::string Text = "(";
  ListSeparator Comma;
  for (int64_t Size : Sizes)
    (Text += Comma) += std::to_string(Size);
  return Text + ")";
}

namespace {
/// Steps through the places of elements in row-major order.
class Walk {
public:
  Walk(ArrayRef<int64_t> Sizes, ArrayRef<int64_t> Strides)
      : Sizes(Sizes), Strides(Strides), Index(Sizes.size()) {}
  /// In elements from the first.
  int64_t place() const { return Place; }
  void next() {
    for (size_t I = Sizes.size(); I--;) {
      Place += Strides[I];
      if (++Index[I] != Sizes[I])
        return;
      Place -= Strides[I] * Sizes[I];
      Index[I] = 0;
    }
  }

private:
  ArrayRef<int64_t> Sizes, Strides;
  SmallVector<int64_t, 6> Index;
  int64_t Place = 0;
};
} // namespace

TensorData TensorData::contiguous() const {
  if (isContiguous())
    return *this;
  TensorData Copy = zeros(Type, Sizes);
  char *To = Copy.makeWritable();
  Walk At(Sizes, Strides);
  withElements(Type, [&](auto Element) {
    for (uint64_t I = 0, E = numElements(); I != E; ++I, At.next())
      std::memcpy(To + I * Element.Size, data() + At.place() * Element.Size,
                  Element.Size);
  });
  return Copy;
}

/// The places from the first element to after the last.
static uint64_t extentOf(ArrayRef<int64_t> Sizes, ArrayRef<int64_t> Strides) {
  if (is_contained(Sizes, 0))
    return 0;
  uint64_t End = 1;
  for (auto [Extent, Stride] : zip_equal(Sizes, Strides))
    End = SaturatingMultiplyAdd<uint64_t>(Extent - 1, Stride, End);
  return End;
}

Expected<TensorData>
TensorData::withStrides(ArrayRef<int64_t> NewStrides) const {
  if (ArrayRef(Strides) == NewStrides)
    return *this;
  bool Fits = NewStrides.size() == Sizes.size() &&
              all_of(NewStrides, [](int64_t S) { return S >= 0; });
  if (!Fits || mayOverlap(Sizes, NewStrides) ||
      extentOf(Sizes, NewStrides) >> 48)
    return createStringError("sizes " + text(Sizes) +
                             " cannot have the strides " + text(NewStrides));
  TensorData Result = *this;
  Result.Strides = SmallVector<int64_t, 6>(NewStrides);
  Result.copyFrom(*this);
  return Result;
}

TensorData TensorData::compact() const {
  TensorData Result = *this;
  Result.copyFrom(*this);
  return Result;
}

uint64_t TensorData::compactSize() const {
  return extentOf(Sizes, Strides) * elementSize(Type);
}

/// Takes the elements of \p O, of the same type and sizes, into memory of its
/// own.
void TensorData::copyFrom(const TensorData &O) {
  unsigned Size = elementSize(Type);
  auto Memory = std::make_shared<std::string>(compactSize(), '\0');
  Walk From(Sizes, O.Strides), At(Sizes, Strides);
  for (uint64_t I = 0, E = numElements(); I != E; ++I, From.next(), At.next())
    std::memcpy(Memory->data() + At.place() * Size,
                O.data() + From.place() * Size, Size);
  Own = std::move(Memory);
  Storage = *Own;
  Owner = nullptr;
  Offset = 0;
}

/// This tensor if it is dense, else a copy that is.
TensorData TensorData::dense() const {
  TensorData Result = *this;
  Result.Strides = denseStrides(Sizes, Strides);
  if (Result.Strides != Strides)
    Result.copyFrom(*this);
  return Result;
}

StringRef TensorData::bytes() const {
  assert(isContiguous());
  unsigned Size = elementSize(Type);
  return Storage.substr(Offset * Size, numElements() * Size);
}

char *TensorData::makeWritable() {
  if (mayOverlap(Sizes, Strides))
    *this = contiguous();
  if (!Own || Own.use_count() != 1)
    copyFrom(*this);
  Storage = *Own;
  return Own->data() + Offset * elementSize(Type);
}

static int64_t placeOf(uint64_t I, ArrayRef<int64_t> Sizes,
                       ArrayRef<int64_t> Strides) {
  int64_t Place = 0;
  for (size_t D = Sizes.size(); D--;) {
    Place += int64_t(I % Sizes[D]) * Strides[D];
    I /= Sizes[D];
  }
  return Place;
}

double TensorData::get(uint64_t I) const {
  assert(I < numElements());
  double Value;
  readElements(Type, data() + placeOf(I, Sizes, Strides) * elementSize(Type), 1,
               &Value);
  return Value;
}

void TensorData::set(uint64_t I, double Value) {
  assert(I < numElements());
  char *To = makeWritable();
  writeElements(Type, &Value, 1,
                To + placeOf(I, Sizes, Strides) * elementSize(Type));
}

std::vector<double> TensorData::toDoubles() const {
  TensorData Plain = contiguous();
  std::vector<double> Values(numElements());
  readElements(Type, Plain.data(), Values.size(), Values.data());
  return Values;
}

//===----------------------------------------------------------------------===//
// Computing
//===----------------------------------------------------------------------===//

/// Whether elements are integers of 64 bits, which doubles cannot hold.
static bool isWideInteger(DType T) {
  return T == DType::Int64 || T == DType::UInt64;
}

TensorData TensorData::to(DType T) const {
  if (T == Type)
    return *this;
  TensorData From = dense(), Result = zeros(T, Sizes);
  Result.Strides = From.Strides;
  char *To = Result.makeWritable();
  const char *Source = From.data();
  uint64_t Count = numElements();
  if (isWideInteger(T) && isWideInteger(Type)) {
    std::memcpy(To, Source, Count * 8);
    return Result;
  }
  double Chunk[ChunkSize];
  for (uint64_t I = 0; I < Count; I += ChunkSize) {
    uint64_t N = std::min(ChunkSize, Count - I);
    readElements(Type, Source + I * elementSize(Type), N, Chunk);
    writeElements(T, Chunk, N, To + I * elementSize(T));
  }
  return Result;
}

TensorData TensorData::map(function_ref<double(double)> Fn) const {
  TensorData Result = dense();
  char *To = Result.makeWritable();
  uint64_t Count = numElements();
  double Chunk[ChunkSize];
  for (uint64_t I = 0; I < Count; I += ChunkSize) {
    uint64_t N = std::min(ChunkSize, Count - I);
    char *At = To + I * elementSize(Type);
    readElements(Type, At, N, Chunk);
    for (double &Value : MutableArrayRef(Chunk, N))
      Value = Fn(Value);
    writeElements(Type, Chunk, N, At);
  }
  return Result;
}

Expected<TensorData> TensorData::expand(ArrayRef<int64_t> NewSizes) const {
  auto Misfit = [&] {
    return createStringError("sizes " + text(Sizes) + " do not expand to " +
                             text(NewSizes));
  };
  if (NewSizes.size() < Sizes.size() || !elementCount(NewSizes))
    return Misfit();
  TensorData Result = *this;
  Result.Sizes = SmallVector<int64_t, 6>(NewSizes);
  Result.Strides.assign(NewSizes.size(), 0);
  size_t Shift = NewSizes.size() - Sizes.size();
  for (size_t I = 0; I != Sizes.size(); ++I) {
    if (Sizes[I] == NewSizes[Shift + I])
      Result.Strides[Shift + I] = Strides[I];
    else if (Sizes[I] != 1)
      return Misfit();
  }
  return Result;
}

Expected<TensorData> TensorData::zip(const TensorData &A, const TensorData &B,
                                     function_ref<double(double, double)> Fn) {
  SmallVector<int64_t, 6> Common(std::max(A.rank(), B.rank()));
  for (size_t I = 0; I != Common.size(); ++I) {
    int64_t SizeA = I < A.rank() ? A.Sizes[A.rank() - 1 - I] : 1;
    int64_t SizeB = I < B.rank() ? B.Sizes[B.rank() - 1 - I] : 1;
    Common[Common.size() - 1 - I] = SizeA == 1 ? SizeB : SizeA;
  }
  Expected<TensorData> WideA = A.expand(Common), WideB = B.expand(Common);
  if (!WideA || !WideB)
    return joinErrors(WideA.takeError(), WideB.takeError());
  TensorData Result = zeros(A.Type, Common);
  char *To = Result.makeWritable();
  Walk AtA(Common, WideA->Strides), AtB(Common, WideB->Strides);
  unsigned SizeA = elementSize(A.Type), SizeB = elementSize(B.Type);
  for (uint64_t I = 0, E = Result.numElements(); I != E; ++I) {
    double ValueA, ValueB;
    readElements(A.Type, A.data() + AtA.place() * SizeA, 1, &ValueA);
    readElements(B.Type, B.data() + AtB.place() * SizeB, 1, &ValueB);
    double Value = Fn(ValueA, ValueB);
    writeElements(A.Type, &Value, 1, To + I * SizeA);
    AtA.next();
    AtB.next();
  }
  return Result.withStrides(denseStrides(Common, WideA->Strides));
}

Expected<TensorData> TensorData::reshape(ArrayRef<int64_t> NewSizes) const {
  SmallVector<int64_t, 6> Wanted(NewSizes);
  uint64_t Count = numElements();
  if (auto *Free = find(Wanted, -1); Free != Wanted.end()) {
    *Free = 1;
    std::optional<uint64_t> Others = elementCount(Wanted);
    if (Others && *Others && Count % *Others == 0)
      *Free = int64_t(Count / *Others);
  }
  if (elementCount(Wanted) != Count)
    return createStringError(Twine(Count) + " elements cannot have sizes " +
                             text(NewSizes));
  TensorData Result = contiguous();
  Result.Sizes = Wanted;
  Result.Strides = contiguousStrides(Wanted);
  return Result;
}

bool TensorData::isIdenticalTo(const TensorData &O) const {
  return Type == O.Type && Sizes == O.Sizes &&
         contiguous().bytes() == O.contiguous().bytes();
}
