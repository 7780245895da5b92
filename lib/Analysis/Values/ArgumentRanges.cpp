//===- ArgumentRanges.cpp - Numbers and words that PyTorch takes ----------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What kernels of PyTorch require of arguments whatever the operands are. The
// value of a call does not depend on these arguments, so its rule does not look
// at them. The lists are those of test/Differential/Inputs/numbers_refused.py,
// which asks the kernels.
//
//===----------------------------------------------------------------------===//

#include "KernelTypes.h"
#include "ValueRules.h"
#include "fx/IR/Literal.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <limits>

using namespace fx;
using namespace llvm;

namespace {

/// Operators, separated by spaces, and one of their parameters. In-place and
/// out forms are meant, too.
struct ParamOf {
  StringLiteral Ops, Param;
};

struct Range {
  ParamOf Of;
  double Low, High = std::numeric_limits<double>::infinity();
  bool LowOpen = false, HighOpen = false;
};

struct Words {
  ParamOf Of;
  StringLiteral Choices;
};

struct Order {
  ParamOf Of;
  StringLiteral Other;
  bool MayEqual;
};

/// What a number becomes.
enum class Conversion {
  /// An element of the result: PyTorch refuses an overflow.
  Element,
  /// A number that PyTorch computes with, in the type for that.
  Real,
  /// A factor, which is not a fraction beside integers and not a truth value
  /// beside
  /// anything but truth values.
  Factor,
  /// A number that is not complex.
  Ordered,
  /// A number that is not a truth value.
  NoTruth,
  /// The least number that is drawn: it is one of the result's type.
  Least,
  /// The number after the largest one that is drawn.
  End,
};

struct Converted {
  ParamOf Of;
  Conversion To;
};

/// What the elements of the result have to be.
enum class Elements { Floating, FloatingOrComplex, NotComplex, Whole };

struct Typed {
  StringLiteral Ops;
  Elements Are;
};

} // namespace

static constexpr double Infinity = std::numeric_limits<double>::infinity();

// NaN is in no range that has a least number.
static constexpr Range Ranges[] = {
    {{"dropout feature_dropout alpha_dropout feature_alpha_dropout bernoulli",
      "p"},
     0,
     1},
    // Where a range has no least number, what is not positive does nothing.
    {{"scaled_dot_product_attention", "dropout_p"}, -Infinity, 1},
    {{"geometric", "p"}, 0, 1, true, true},
    {{"exponential", "lambd"}, 0, Infinity, true},
    {{"cauchy", "sigma"}, 0, Infinity, true},
    {{"log_normal", "std"}, 0, Infinity, true},
    {{"normal normal_functional", "std"}, 0},
    {{"polygamma", "n"}, 0},
    {{"mvlgamma", "p"}, 1},
    {{"renorm", "p"}, 0, Infinity, true},
    {{"renorm", "maxnorm"}, 0},
    {{"huber_loss", "delta"}, 0, Infinity, true},
    {{"smooth_l1_loss", "beta"}, 0},
    {{"cross_entropy", "label_smoothing"}, -Infinity, 1},
    {{"isclose", "rtol"}, 0},
    {{"isclose", "atol"}, 0},
    {{"softshrink", "lambd"}, 0},
    {{"cdist _cdist_forward", "p"}, 0},
    {{"cdist _cdist_forward", "compute_mode"}, 0, 2},
    {{"embedding_bag _embedding_bag _embedding_bag_forward_only", "mode"},
     0,
     2},
    {{"unfold unfold_copy", "step"}, 1},
    {{"slice_scatter", "step"}, 1},
    {{"histc", "bins"}, 1},
    {{"multinomial", "num_samples"}, 1},
    {{"channel_shuffle", "groups"}, 1},
    {{"group_norm", "num_groups"}, 1},
    {{"as_strided as_strided_copy as_strided_scatter", "storage_offset"}, 0},
    {{"fft_fft fft_ifft fft_rfft fft_irfft", "n"}, 1},
};

// None is one of them where the parameter is optional.
static constexpr Words Choices[] = {
    {{"fft_fft fft_ifft fft_rfft fft_irfft fft_fft2 fft_ifft2 fft_rfft2 "
      "fft_irfft2 fft_fftn fft_ifftn fft_rfftn fft_irfftn",
      "norm"},
     "backward forward ortho"},
    {{"div", "rounding_mode"}, "trunc floor"},
    {{"conv1d conv2d conv3d", "padding"}, "same valid"},
    {{"gelu", "approximate"}, "none tanh"},
    {{"scatter", "reduce"}, "add multiply"},
    {{"scatter_reduce", "reduce"}, "sum prod mean amax amin"},
    {{"index_reduce", "reduce"}, "prod mean amax amin"},
    {{"searchsorted", "side"}, "left right"},
    {{"meshgrid", "indexing"}, "xy ij"},
    {{"linalg_qr", "mode"}, "reduced complete r"},
};

static constexpr ParamOf NotZero[] = {
    {"celu", "alpha"},
    {"avg_pool2d avg_pool3d", "divisor_override"},
};

// What an overload does not have is zero.
static constexpr Order Orders[] = {
    {{"uniform", "from"}, "to", true},
    {{"random randint randint_like", "from"}, "to", false},
    {{"randint randint_like", "low"}, "high", false},
    {{"rrelu", "lower"}, "upper", true},
    {{"histc", "min"}, "max", true},
    {{"fake_quantize_per_tensor_affine fake_quantize_per_channel_affine "
      "fake_quantize_per_tensor_affine_cachemask "
      "fake_quantize_per_channel_affine_cachemask",
      "quant_min"},
     "quant_max",
     true},
};

static constexpr Converted Conversions[] = {
    {{"fill masked_fill index_fill constant_pad_nd", "value"},
     Conversion::Element},
    {{"full full_like new_full", "fill_value"}, Conversion::Element},
    {{"scalar_tensor", "s"}, Conversion::Element},
    {{"threshold", "threshold"}, Conversion::Element},
    {{"threshold", "value"}, Conversion::Element},
    {{"scatter", "value"}, Conversion::Element},
    {{"where", "self"}, Conversion::Element},
    {{"where", "other"}, Conversion::Element},
    {{"clamp clamp_min", "min"}, Conversion::Element},
    {{"clamp clamp_max", "max"}, Conversion::Element},
    {{"random", "from"}, Conversion::Least},
    {{"randint randint_like", "low"}, Conversion::Least},
    {{"random", "to"}, Conversion::End},
    {{"randint randint_like", "high"}, Conversion::End},
    {{"add sub subtract rsub", "alpha"}, Conversion::Factor},
    {{"addmm addbmm addmv addr baddbmm index_add", "alpha"}, Conversion::Real},
    {{"addmm addbmm addmv addr baddbmm", "beta"}, Conversion::Real},
    {{"addcmul addcdiv", "value"}, Conversion::Real},
    {{"elu celu", "alpha"}, Conversion::Real},
    {{"elu", "scale"}, Conversion::Real},
    {{"elu", "input_scale"}, Conversion::Real},
    {{"leaky_relu leaky_relu_backward", "negative_slope"}, Conversion::Real},
    {{"hardshrink softshrink hardshrink_backward softshrink_backward", "lambd"},
     Conversion::Real},
    {{"softplus softplus_backward", "beta"}, Conversion::Real},
    {{"softplus softplus_backward threshold_backward", "threshold"},
     Conversion::Real},
    {{"rrelu rrelu_with_noise", "lower"}, Conversion::Real},
    {{"rrelu rrelu_with_noise", "upper"}, Conversion::Real},
    {{"histc", "min"}, Conversion::Real},
    {{"histc", "max"}, Conversion::Real},
    {{"hardtanh hardtanh_backward", "min_val"}, Conversion::Real},
    {{"hardtanh hardtanh_backward", "max_val"}, Conversion::Real},
    {{"lerp", "weight"}, Conversion::Real},
    {{"var std var_mean std_mean", "correction"}, Conversion::Ordered},
    {{"lt le gt ge xlogy special_xlog1py special_zeta", "other"},
     Conversion::Ordered},
    {{"xlogy special_xlog1py special_zeta searchsorted bucketize", "self"},
     Conversion::Ordered},
    {{"norm dist renorm", "p"}, Conversion::Ordered},
    {{"linalg_vector_norm", "ord"}, Conversion::Ordered},
    {{"renorm", "maxnorm"}, Conversion::Ordered},
    {{"sub rsub", "other"}, Conversion::NoTruth},
};

static constexpr Typed Types[] = {
    {"exponential cauchy log_normal softmax _softmax _safe_softmax log_softmax "
     "_log_softmax linalg_vector_norm norm",
     Elements::Floating},
    {"uniform normal normal_functional rand rand_like randn randn_like mean "
     "nanmean hann_window hamming_window blackman_window bartlett_window "
     "kaiser_window",
     Elements::FloatingOrComplex},
    {"random randint randint_like arange fmod remainder floor_divide copysign",
     Elements::NotComplex},
    {"bitwise_and bitwise_or bitwise_xor bitwise_not bitwise_left_shift "
     "bitwise_right_shift __and__ __or__ __xor__ __lshift__ __rshift__ gcd lcm",
     Elements::Whole},
};

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// A number that is known and not complex.
static std::optional<double> realNumber(const Argument &A) {
  switch (A.kind()) {
  case ArgKind::Bool:
    return A.asBool();
  case ArgKind::Int:
    return double(A.asInt());
  case ArgKind::Float:
    return A.asFloat();
  default:
    return std::nullopt;
  }
}

static std::string textOf(const Argument &A) {
  if (A.isInt())
    return std::to_string(A.asInt());
  if (A.isBool())
    return A.asBool() ? "True" : "False";
  double Value = *realNumber(A);
  if (std::isnan(Value))
    return "nan";
  if (std::isinf(Value))
    return Value < 0 ? "-inf" : "inf";
  SmallString<24> Text;
  APFloat(Value).toString(Text, /*FormatPrecision=*/6);
  return Text.str().str();
}

static void checkRange(ValueCall &C, const Range &R) {
  Argument Given = C.get(R.Of.Param);
  std::optional<double> Value = realNumber(Given);
  if (!Value)
    return;
  if (std::isnan(*Value) && R.Low == -Infinity)
    return;
  bool Above = R.LowOpen ? *Value > R.Low : *Value >= R.Low;
  bool Below = R.HighOpen ? *Value < R.High : *Value <= R.High;
  if (Above && Below)
    return;
  std::string Text;
  raw_string_ostream OS(Text);
  OS << '\'' << R.Of.Param << "' is " << textOf(Given) << "; expected a number";
  if (R.Low == -Infinity)
    OS << " of at most " << int64_t(R.High);
  else if (R.High == Infinity)
    OS << (R.LowOpen ? " greater than " : " of at least ") << int64_t(R.Low);
  else
    OS << (R.LowOpen ? " between " : " from ") << int64_t(R.Low)
       << (R.HighOpen ? " and " : " to ") << int64_t(R.High);
  C.mismatch(OS.str());
}

static void checkWord(ValueCall &C, const Words &W) {
  Argument Given = C.get(W.Of.Param);
  SmallVector<StringRef, 5> Choices;
  W.Choices.split(Choices, ' ');
  if (Given.isString() && !is_contained(Choices, Given.str()))
    C.mismatch("'" + W.Of.Param + "' is '" + Given.str() +
               "'; expected one of '" + join(Choices, "', '") + "'");
}

static void checkOrder(ValueCall &C, const Order &O) {
  Argument First = C.hasParam(O.Of.Param) ? C.get(O.Of.Param) : Argument(0);
  Argument Second = C.get(O.Other);
  std::optional<double> A = realNumber(First), B = realNumber(Second);
  if (A && B && !(O.MayEqual ? *A <= *B : *A < *B))
    C.mismatch("'" + O.Of.Param + "' is " + textOf(First) + " and '" + O.Other +
               "' is " + textOf(Second) + "; expected the first to be " +
               (O.MayEqual ? "no larger" : "smaller"));
}

static void checkNotZero(ValueCall &C, const ParamOf &P) {
  if (std::optional<double> Value = realNumber(C.get(P.Param)))
    C.require(*Value != 0, "'" + P.Param + "' is zero");
}

/// The largest number of a type of floating point.
static double largest(DType T) {
  switch (realType(T)) {
  case DType::Float16:
    return 65504;
  case DType::BFloat16:
    return 0x1.FEp127;
  case DType::Float32:
    return std::numeric_limits<float>::max();
  default:
    return std::numeric_limits<double>::max();
  }
}

static bool isUnsigned(DType T) {
  return T == DType::UInt8 || T == DType::UInt16 || T == DType::UInt32 ||
         T == DType::UInt64;
}

/// c10::overflows(): whether \p T cannot hold \p Value. An unsigned type wraps
/// negative integers.
static bool overflows(DType T, double Value, bool IsWhole) {
  if (T == DType::Bool)
    return false;
  if (!isIntegral(T, false))
    return std::isfinite(Value) && std::fabs(Value) > largest(T);
  if (!std::isfinite(Value))
    return true;
  unsigned Bits = 8 * itemSize(T) - !isUnsigned(T);
  double Most = std::ldexp(1, Bits) - 1;
  double Least = !isUnsigned(T) ? -Most - 1 : IsWhole ? -Most : 0;
  return Value < Least || Value > Most;
}

/// Whether \p T has \p Value, which is whole.
static bool hasNumber(DType T, double Value) {
  if (T == DType::Bool)
    return Value == 0 || Value == 1;
  return !overflows(T, Value, /*IsWhole=*/true) &&
         (Value >= 0 || !isUnsigned(T));
}

static void checkElements(ValueCall &C, const Typed &K, DType T) {
  bool Floating = isFloatType(T), Complex = isComplexType(T);
  bool Fits = K.Are == Elements::NotComplex ? !Complex
              : K.Are == Elements::Whole
                  ? !Floating && !Complex
                  : Floating || (Complex && K.Are != Elements::Floating);
  C.require(Fits, Twine("PyTorch has no kernel for ") + toString(T));
}

static void checkConversion(ValueCall &C, const Converted &V, DType T) {
  Argument Given = C.get(V.Of.Param);
  auto Refuse = [&](StringRef What) {
    C.mismatch("'" + V.Of.Param + "' is " + What + ", which does not go with " +
               toString(T));
  };
  if (Given.kind() == ArgKind::Complex) {
    // Without an imaginary part it is as good as another for most.
    bool Kept = V.To == Conversion::NoTruth ||
                (V.To != Conversion::Ordered && isComplexType(T)) ||
                (V.To == Conversion::Element && T == DType::Bool) ||
                (V.To != Conversion::Factor && Given.imag() == 0);
    if (!Kept)
      Refuse("a complex number");
    return;
  }
  if (V.To == Conversion::Ordered)
    return;
  if (V.To == Conversion::NoTruth) {
    if (Given.isBool())
      Refuse("a truth value");
    return;
  }
  std::optional<double> Value = realNumber(Given);
  if (!Value)
    return;
  if (V.To == Conversion::Least || V.To == Conversion::End) {
    if (!hasNumber(T, *Value - (V.To == Conversion::End)))
      Refuse(textOf(Given));
    return;
  }
  DType Type = V.To == Conversion::Element ? T : computationType(T);
  if (overflows(Type, *Value, Given.kind() != ArgKind::Float))
    return Refuse(textOf(Given));
  if (V.To != Conversion::Factor)
    return;
  if (Given.isBool() && T != DType::Bool)
    Refuse("a truth value");
  else if (Given.kind() == ArgKind::Float && isIntegral(T, true))
    Refuse("a fraction");
}

//===----------------------------------------------------------------------===//
// Of operators
//===----------------------------------------------------------------------===//

namespace fx {
/// What is required of the arguments of one operator.
struct ArgumentRules {
  SmallVector<const Range *, 2> Ranges;
  SmallVector<const Words *, 1> Choices;
  SmallVector<const Order *, 1> Orders;
  SmallVector<const ParamOf *, 1> NotZero;
  SmallVector<const Converted *, 2> Conversions;
  SmallVector<const Typed *, 1> Types;
  /// The classes of operands for which there is no kernel.
  unsigned MissingKernels = 0;
};
} // namespace fx

static StringRef opsOf(const ParamOf &Row) { return Row.Ops; }
static StringRef opsOf(const Typed &Row) { return Row.Ops; }
template <typename RowT> static StringRef opsOf(const RowT &Row) {
  return Row.Of.Ops;
}

template <typename RowsT, typename ListT>
static void add(StringMap<ArgumentRules> &Map, const RowsT &Rows,
                ListT ArgumentRules::*List) {
  for (const auto &Row : Rows) {
    SmallVector<StringRef, 12> Ops;
    opsOf(Row).split(Ops, ' ');
    for (StringRef Op : Ops)
      (Map[Op].*List).push_back(&Row);
  }
}

static const StringMap<ArgumentRules> &argumentRules() {
  static const StringMap<ArgumentRules> &Map = *[] {
    auto *New = new StringMap<ArgumentRules>;
    add(*New, Ranges, &ArgumentRules::Ranges);
    add(*New, Choices, &ArgumentRules::Choices);
    add(*New, Orders, &ArgumentRules::Orders);
    add(*New, NotZero, &ArgumentRules::NotZero);
    add(*New, Conversions, &ArgumentRules::Conversions);
    add(*New, Types, &ArgumentRules::Types);
    for (const KernelTypes &Row : missingKernels()) {
      SmallVector<StringRef, 64> Ops;
      Row.Ops.split(Ops, ' ');
      for (StringRef Op : Ops)
        (*New)[Op].MissingKernels |= Row.Missing;
    }
    return New;
  }();
  return Map;
}

const ArgumentRules *fx::lookupArgumentRules(StringRef Op) {
  Op.consume_back(".out");
  if (!Op.ends_with("__"))
    Op.consume_back("_");
  auto It = argumentRules().find(Op);
  return It == argumentRules().end() ? nullptr : &It->second;
}

/// The first tensor among the results.
static TensorValue firstTensor(const Argument &Value) {
  if (Value.isSequence())
    return Value.size() ? firstTensor(Value[0]) : TensorValue();
  return TensorValue(Value);
}

/// Whether \p T has elements whatever the values of symbols are.
static bool hasElements(const TensorValue &T) {
  return all_of(T.sizes(),
                [](const Dim &D) { return D.isInt() && D.asInt() > 0; });
}

/// Whether the kernel computes something. It does not look at all arguments
/// where it does not.
static bool computes(ValueCall &C, const TensorValue &Result) {
  if (!hasElements(Result))
    return false;
  for (unsigned I = 0, E = C.schema().params().size(); I != E; ++I)
    if (TensorValue T(C.get(I)); T && !hasElements(T))
      return false;
  return true;
}

void fx::checkArguments(ValueCall &C, const ArgumentRules &Rules,
                        const Argument &Value) {
  if (C.failed())
    return;
  TensorValue Result = firstTensor(Value);
  bool Computes = Result && computes(C, Result);
  for (const Range *R : Rules.Ranges)
    if (Computes || R->Low != -Infinity)
      checkRange(C, *R);
  for (const Words *W : Rules.Choices)
    checkWord(C, *W);
  for (const Order *O : Rules.Orders)
    checkOrder(C, *O);
  for (const ParamOf *P : Rules.NotZero)
    checkNotZero(C, *P);
  if (Result && Rules.MissingKernels)
    checkKernelTypes(C, Rules.MissingKernels);
  // With an output argument, the result is what the kernel's is converted to.
  if (Computes && !C.schema().writesOut())
    for (const Typed *K : Rules.Types)
      checkElements(C, *K, Result.dtype());
  if (Result)
    for (const Converted *V : Rules.Conversions)
      if (Computes || V->To != Conversion::Real)
        checkConversion(C, *V, Result.dtype());
}
