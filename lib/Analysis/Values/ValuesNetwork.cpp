//===- ValuesNetwork.cpp - Convolution, pooling, resampling ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueRules.h"
#include "fx/Support/WholeNumber.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Convolution
//===----------------------------------------------------------------------===//

namespace {
struct Convolution {
  TensorValue Input, Weight;
  Dims Stride, Padding, Dilation, OutputPadding;
  bool Transposed = false;
  bool SamePadding = false;
  Dim Groups = 1;
};
} // namespace

/// Whether oneDNN computes it with more threads than one (at::native,
/// ConvParams::use_mkldnn); the kernels of PyTorch know no channels-last for
/// three dimensions.
static bool isForOneDnn(ValueCall &C, const Convolution &V,
                        const TensorValue &Input) {
  SymbolicMath &Math = C.math();
  if (V.Transposed && any_of(zip(V.OutputPadding, V.Stride), [&](auto P) {
        return Math.hint(std::get<0>(P)) >= Math.hint(std::get<1>(P));
      }))
    return false;
  DType Type = V.Input.dtype();
  if (Type == DType::BFloat16 || Type == DType::Float16)
    return true; // Where the CPU can compute with them, as new ones can.
  if (Type != DType::Float32)
    return false;
  DimsRef Kernel = V.Weight.sizes().drop_front(2);
  int64_t Work = 1;
  for (const Dim &D : Input.sizes().take_front(4))
    Work *= Math.hint(D) & 0xffff;
  return Math.hint(V.Groups) > 1 || Math.hint(Input.sizes()[0]) > 1 ||
         Work > 20480 || all_of(Kernel.take_back(2), [&](const Dim &D) {
           return Math.hint(D) > 3;
         });
}

/// Channels-last where the input or the weight are (at::native,
/// determine_backend_memory_format).
static Dims convolvedStrides(ValueCall &C, const Convolution &V, DimsRef Sizes,
                             bool Batched) {
  size_t Spatial = V.Weight.rank() - 2;
  TensorValue Input = V.Input, Weight = V.Weight;
  Dims Shape(Sizes);
  if (!Batched) {
    Input = TensorValue(valueUnsqueeze(C, Input, 0));
    Shape.insert(Shape.begin(), Dim(1));
  }
  // One dimension is computed as two, the first of them of size one.
  if (Spatial == 1 && Input) {
    Input = TensorValue(valueContiguous(C, Input.value()));
    Input = TensorValue(valueUnsqueeze(C, Input, 2));
    Weight = TensorValue(valueUnsqueeze(C, Weight, 2));
    Shape.insert(Shape.begin() + 2, Dim(1));
  }
  if (!Input || !Weight)
    return {};
  bool Last = C.suggestsChannelsLast(Input) || C.suggestsChannelsLast(Weight);
  if (!Last || (Spatial == 3 && !isForOneDnn(C, V, Input)))
    return C.contiguousStrides(Sizes);
  Dims Strides = C.channelsLastStrides(Shape);
  if (Spatial == 1)
    Strides.erase(Strides.begin() + 2);
  if (!Batched)
    Strides.erase(Strides.begin());
  return Strides;
}

static Argument convolve(ValueCall &C, const Convolution &V) {
  if (C.failed())
    return Argument::none();
  SymbolicMath &Math = C.math();
  if (V.Weight.rank() < 3)
    return C.fail("the weight has fewer than three dimensions");
  size_t Spatial = V.Weight.rank() - 2;
  bool Batched = V.Input.rank() == Spatial + 2;
  if (!Batched && V.Input.rank() != Spatial + 1)
    return C.mismatch("the input has " + Twine(V.Input.rank()) +
                      " dimensions, the weight " + Twine(V.Weight.rank()));
  auto Has = [&](const Dims &List) { return List.size() == Spatial; };
  if (!Has(V.Stride) || !Has(V.Dilation) ||
      (!V.SamePadding && !Has(V.Padding)) ||
      (V.Transposed && !Has(V.OutputPadding)))
    return C.mismatch("there must be one stride, padding and dilation for each "
                      "dimension");
  for (size_t I = 0; I != Spatial; ++I) {
    requireAtLeast(C, V.Stride[I], 1, "a stride");
    requireAtLeast(C, V.Dilation[I], 1, "a dilation");
    if (!V.SamePadding)
      requireAtLeast(C, V.Padding[I], 0, "a padding");
    else
      C.require(SymbolicMath::isInt(V.Stride[I], 1) || !V.Stride[I].isInt(),
                "a stride does not go with padding='same'");
    if (V.Transposed)
      requireAtLeast(C, V.OutputPadding[I], 0, "an output padding");
  }
  requireAtLeast(C, V.Groups, 1, "the number of groups");
  C.require(V.Weight.dtype() == V.Input.dtype(),
            "the weight has another type than the input");
  if (TensorValue Bias = C.optionalTensor("bias"); Bias && !V.Transposed) {
    // Only conv1d and relatives look, and not with padding as a word.
    C.require(C.opName() == "convolution" || C.get("padding").isString() ||
                  Bias.dtype() == V.Input.dtype(),
              "the bias has another type than the input");
    requireSameSizes(C, Bias.sizes(), {V.Weight.sizes()[0]});
  }
  if (C.failed())
    return Argument::none();
  DimsRef Kernel = V.Weight.sizes().drop_front(2);
  DimsRef In = V.Input.sizes().take_back(Spatial);
  const Dim &Channels = V.Input.sizes()[Batched ? 1 : 0];
  const Dim Expected = V.Transposed ? V.Weight.sizes()[0]
                                    : Math.mul(V.Weight.sizes()[1], V.Groups);
  if (Channels.isInt() && Expected.isInt() && !(Channels == Expected))
    return C.mismatch("the input has " + Twine(Channels.asInt()) +
                      " channels, the weight is for " +
                      Twine(Expected.asInt()));
  Dims Sizes;
  if (Batched)
    Sizes.push_back(V.Input.sizes()[0]);
  Sizes.push_back(V.Transposed ? Math.mul(V.Weight.sizes()[1], V.Groups)
                               : V.Weight.sizes()[0]);
  for (size_t I = 0; I != Spatial; ++I) {
    Dim Reach = Math.mul(V.Dilation[I], Math.sub(Kernel[I], 1));
    if (V.Transposed) {
      // (in - 1) * stride - 2 * padding + reach + output_padding + 1
      Dim Out = Math.mul(Math.sub(In[I], 1), V.Stride[I]);
      Out = Math.sub(Out, Math.mul(2, V.Padding[I]));
      Out = Math.add(Math.add(Out, Reach), V.OutputPadding[I]);
      Sizes.push_back(Math.add(Out, 1));
    } else if (V.SamePadding) {
      Sizes.push_back(In[I]);
    } else {
      Dim Free = Math.sub(
          Math.sub(Math.add(In[I], Math.mul(2, V.Padding[I])), Reach), 1);
      Sizes.push_back(Math.add(Math.floorDiv(Free, V.Stride[I]), 1));
    }
  }
  // Nothing comes of nothing.
  if (SymbolicMath::isInt(Channels, 0))
    Sizes[Batched] = 0;
  for (const Dim &D : DimsRef(Sizes).take_back(Spatial))
    requireAtLeast(C, D, 1, "a size of the result");
  if (C.failed())
    return Argument::none();
  return C.result(V.Input.dtype(), Sizes,
                  convolvedStrides(C, V, Sizes, Batched), V.Input.device());
}

static Convolution commonParts(ValueCall &C) {
  Convolution V;
  V.Input = C.tensor("input");
  V.Weight = C.tensor("weight");
  size_t Spatial = V.Weight.rank() < 2 ? 0 : V.Weight.rank() - 2;
  V.Stride = C.sizes("stride", Spatial);
  V.Dilation = C.sizes("dilation", Spatial);
  V.Groups = C.size("groups");
  if (Argument Padding = C.get("padding"); Padding.isString()) {
    V.SamePadding = Padding.str() == "same";
    V.Padding.assign(Spatial, Dim(0));
  } else {
    V.Padding = C.sizes("padding", Spatial);
  }
  if (C.hasParam("output_padding"))
    V.OutputPadding = C.sizes("output_padding", Spatial);
  return V;
}

/// conv1d to conv3d, also with padding as a word.
static Argument conv(ValueCall &C) { return convolve(C, commonParts(C)); }

static Argument convTranspose(ValueCall &C) {
  Convolution V = commonParts(C);
  V.Transposed = true;
  return convolve(C, V);
}

static Argument convolution(ValueCall &C) {
  Convolution V = commonParts(C);
  V.Transposed = C.flag("transposed");
  return convolve(C, V);
}

//===----------------------------------------------------------------------===//
// Pooling
//===----------------------------------------------------------------------===//

/// How many windows there are.
static Dim pooledSize(ValueCall &C, const Dim &In, const Dim &Kernel,
                      const Dim &Stride, const Dim &Padding,
                      const Dim &Dilation, bool Ceil) {
  SymbolicMath &Math = C.math();
  Dim Free = Math.sub(Math.add(In, Math.mul(2, Padding)),
                      Math.mul(Dilation, Math.sub(Kernel, 1)));
  Free = Math.sub(Free, 1);
  if (Ceil)
    Free = Math.sub(Math.add(Free, Stride), 1);
  Dim Out = Math.add(Math.floorDiv(Free, Stride), 1);
  // The last window must begin inside the input.
  if (Ceil && Math.hint(Math.mul(Math.sub(Out, 1), Stride)) >=
                  Math.hint(Math.add(In, Padding)))
    Out = Math.sub(Out, 1);
  return Out;
}

static Dims pooledSizes(ValueCall &C, const TensorValue &T, size_t Spatial) {
  Dims Kernel = C.sizes("kernel_size", Spatial);
  Dims Stride = C.sizes("stride", Spatial);
  if (Stride.empty())
    Stride = Kernel;
  Dims Padding = C.sizes("padding", Spatial);
  Dims Dilation = C.hasParam("dilation") ? C.sizes("dilation", Spatial)
                                         : Dims(Spatial, Dim(1));
  if (C.failed() || T.rank() < Spatial + 1 || Kernel.size() != Spatial ||
      Stride.size() != Spatial || Padding.size() != Spatial ||
      Dilation.size() != Spatial) {
    C.fail("there must be one kernel size, stride and padding for each "
           "dimension");
    return {};
  }
  for (size_t I = 0; I != Spatial; ++I) {
    requireAtLeast(C, Kernel[I], 1, "a kernel size");
    requireAtLeast(C, Stride[I], 1, "a stride");
    requireAtLeast(C, Padding[I], 0, "a padding");
    requireAtLeast(C, Dilation[I], 1, "a dilation");
    if (Kernel[I].isInt() && Padding[I].isInt() && Dilation[I].isInt() &&
        !C.failed())
      C.require(Padding[I].asInt() <=
                    ((Kernel[I].asInt() - 1) * Dilation[I].asInt() + 1) / 2,
                "a padding is more than half of the kernel");
  }
  C.require(T.rank() <= Spatial + 2,
            "the operand has " + Twine(T.rank()) + " dimensions");
  // Only a batch may be empty.
  for (const Dim &D : T.sizes().drop_front(T.rank() == Spatial + 2))
    requireAtLeast(C, D, 1, "a size of the operand");
  if (C.failed())
    return {};
  Dims Sizes(T.sizes());
  size_t First = T.rank() - Spatial;
  bool Ceil = C.flag("ceil_mode");
  for (size_t I = 0; I != Spatial; ++I)
    requireAtLeast(C,
                   Sizes[First + I] =
                       pooledSize(C, Sizes[First + I], Kernel[I], Stride[I],
                                  Padding[I], Dilation[I], Ceil),
                   1, "a size of the result");
  return Sizes;
}

/// Computed with one more dimension, which may count as channels-last.
static Argument pooledAs2d(ValueCall &C, const TensorValue &T, DimsRef Sizes,
                           DType Type) {
  if (T.strides().size() != T.rank() || T.rank() < 2)
    return C.fail("the operand is not strided");
  size_t D = T.rank() - 1;
  TensorValue Turned(valueUnsqueeze(C, T, D));
  Dims Four(Sizes);
  Four.insert(Four.begin() + D, Dim(1));
  TensorValue Pooled(C.resultSuggested(Turned, Type, Four));
  if (!Pooled)
    return Argument::none();
  Dims Strides(Pooled.strides());
  Strides.erase(Strides.begin() + D);
  return C.result(Type, Sizes, Strides, T.device());
}

/// A tensor of \p Sizes, whose last \p Spatial were pooled.
static Argument pooled(ValueCall &C, const TensorValue &T, DimsRef Sizes,
                       DType Type, size_t Spatial) {
  if (C.failed())
    return Argument::none();
  if (Spatial == 1)
    return pooledAs2d(C, T, Sizes, Type);
  if (Spatial == 2)
    return C.resultSuggested(T, Type, Sizes);
  // Three dimensions without a batch are not a picture with channels. Only
  // max_pool3d keeps the order of those with one, and a mean of each channel.
  bool OnePlace = all_of(Sizes.take_back(3), [](const Dim &D) {
    return SymbolicMath::isInt(D, 1);
  });
  bool Keeps = C.opName().starts_with("max_pool") ||
               (C.opName() == "adaptive_avg_pool3d" && OnePlace);
  if (T.rank() == 4 || !Keeps)
    return C.result(Type, Sizes, T.device());
  return C.resultSuggested(T, Type, Sizes);
}

/// The result and, of operators that return them, the places of the largest
/// elements.
static Argument pooledResults(ValueCall &C, const TensorValue &T,
                              const Dims &Sizes, size_t Spatial) {
  Argument Values = pooled(C, T, Sizes, T.dtype(), Spatial);
  if (C.schema().returns().size() < 2)
    return Values;
  return valueTuple({Values, pooled(C, T, Sizes, DType::Int64, Spatial)});
}

template <unsigned Spatial> static Argument pool(ValueCall &C) {
  TensorValue T = C.tensor("self");
  return pooledResults(C, T, pooledSizes(C, T, Spatial), Spatial);
}

template <unsigned Spatial> static Argument adaptivePool(ValueCall &C) {
  TensorValue T = C.tensor("self");
  Dims Wanted = C.sizes("output_size", Spatial), Sizes(T.sizes());
  if (Wanted.size() != Spatial || T.rank() < Spatial)
    return C.fail("there must be one output size for each dimension");
  // A mean of whole pictures does not ask for their number.
  bool IsMean =
      C.opName() == "adaptive_avg_pool3d" &&
      all_of(Wanted, [](const Dim &D) { return SymbolicMath::isInt(D, 1); });
  C.require(IsMean || T.rank() == Spatial + 1 || T.rank() == Spatial + 2,
            "the operand has " + Twine(T.rank()) + " dimensions");
  llvm::copy(Wanted, Sizes.end() - Spatial);
  return pooledResults(C, T, Sizes, Spatial);
}

//===----------------------------------------------------------------------===//
// Resampling
//===----------------------------------------------------------------------===//

/// contiguous() in the format that \p Like suggests.
static Argument inFormatOf(ValueCall &C, const TensorValue &Like,
                           const TensorValue &T) {
  bool Last = C.suggestsChannelsLast(Like);
  if (C.failed() || (Last ? C.isChannelsLast(T) : C.isContiguous(T)))
    return T.value();
  return C.result(T.dtype(), T.sizes(), C.suggestedStrides(Like, T.sizes()),
                  T.device());
}

/// Elements of the input, weighted and added up from the last dimension to the
/// first (torch._decomp, _upsample_linear and upsample_bicubic2d).
static Argument upsampled(ValueCall &C, const TensorValue &T, DimsRef Sizes,
                          StringRef Name) {
  bool Nearest = Name.contains("nearest");
  // One channel is contiguous either way.
  if (Nearest && Sizes.size() == 4 && SymbolicMath::isInt(Sizes[1], 1))
    return C.result(T.dtype(), Sizes, T.device());
  if (Nearest || Name.ends_with("_aa"))
    return C.resultSuggested(T, T.dtype(), Sizes);
  size_t Spatial = Sizes.size() - 2;
  ValueSteps Step(C, T.dtype());
  TensorValue X(valuePicked(C, C.converted(T, computationType(T.dtype())),
                            Sizes, Spatial));
  for (size_t D = Spatial; D-- != 0 && !C.failed();) {
    Dims Shape(Spatial - D, Dim(1));
    Shape[0] = Sizes[2 + D];
    TensorValue Weight(C.result(T.dtype(), Shape, T.device()));
    if (Name.contains("bicubic")) {
      X = Step({X, Weight});
      X = Step({X, X});
    } else {
      X = Step({X, Step({Step({X, X}), Weight})});
    }
  }
  X = TensorValue(C.result(T.dtype(), Sizes, X.strides(), T.device()));
  return C.failed() ? Argument::none() : inFormatOf(C, T, X);
}

/// Multiplies each of \p Sizes by its factor.
static void scaleSizes(ValueCall &C, MutableArrayRef<Dim> Sizes,
                       ArrayRef<Argument> Factors) {
  for (auto [Size, Factor] : zip(Sizes, Factors)) {
    if (!Factor.isFloat() && !Factor.isInt()) {
      C.fail("a factor is not a number");
      return;
    }
    double F = Factor.isInt() ? double(Factor.asInt()) : Factor.asFloat();
    if (std::optional<int64_t> Whole = wholeNumber(F); Whole && *Whole >= 1) {
      Size = C.math().mul(Size, Dim(*Whole));
    } else if (!Size.isInt()) {
      C.fail("a symbolic size times a fraction");
    } else if (std::optional<int64_t> Scaled =
                   truncated(double(Size.asInt()) * F)) {
      Size = *Scaled;
    } else {
      C.fail("a factor is too large");
    }
  }
}

/// Requires what the kernels of \p Name do, and gives the value.
static Argument upsampleTo(ValueCall &C, const TensorValue &T, DimsRef Sizes,
                           StringRef Name) {
  // The others are computed from whatever is there.
  if (Name.contains("nearest") || Name.ends_with("_aa"))
    for (size_t I = 2; I != Sizes.size(); ++I) {
      requireAtLeast(C, T.sizes()[I], 1, "a size of the operand");
      requireAtLeast(C, Sizes[I], 1, "a size of the result");
    }
  return C.failed() ? Argument::none() : upsampled(C, T, Sizes, Name);
}

/// upsample_*: sizes, or factors.
template <unsigned Spatial> static Argument upsample(ValueCall &C) {
  StringRef Input = C.hasParam("input") ? "input" : "self";
  TensorValue T = C.tensor(Input);
  if (T.rank() != Spatial + 2)
    return C.mismatch("the operand has " + Twine(T.rank()) + " dimensions");
  Dims Sizes(T.sizes());
  Argument Wanted = C.get("output_size");
  if (!Wanted.isNone()) {
    Dims Given = C.sizes("output_size", Spatial);
    if (Given.size() != Spatial)
      return C.fail("there must be one size for each dimension");
    llvm::copy(Given, Sizes.begin() + 2);
  } else {
    Argument Factors = C.get("scale_factors");
    if (!Factors.isSequence() || Factors.size() != Spatial)
      return C.fail("there must be one factor for each dimension");
    scaleSizes(C, MutableArrayRef(Sizes).drop_front(2), Factors.elements());
  }
  return upsampleTo(C, T, Sizes, C.opName());
}

/// torch.nn.functional.interpolate, whose mode names the operator.
static Argument interpolate(ValueCall &C) {
  TensorValue T = C.tensor("input");
  Argument Mode = C.get("mode"), Size = C.get("size"),
           Scale = C.get("scale_factor");
  if (T.rank() < 3 || T.rank() > 5)
    return C.fail("the operand has " + Twine(T.rank()) + " dimensions");
  if (!Mode.isString() || Size.isNone() == Scale.isNone())
    return C.fail("the mode, or one of size and factor, is not known");
  unsigned Spatial = T.rank() - 2;
  Dims Sizes(T.sizes());
  if (!Size.isNone()) {
    Dims Given = C.sizes("size", Spatial);
    if (C.failed() || Given.size() != Spatial)
      return C.fail("there must be one size for each dimension");
    llvm::copy(Given, Sizes.begin() + 2);
  } else {
    SmallVector<Argument, 3> Factors(Spatial, Scale);
    if (Scale.isSequence())
      Factors.assign(Scale.elements().begin(), Scale.elements().end());
    if (Factors.size() != Spatial)
      return C.fail("there must be one factor for each dimension");
    scaleSizes(C, MutableArrayRef(Sizes).drop_front(2), Factors);
  }
  // The mean of areas is adaptive_avg_pool.
  if (Mode.str() == "area") {
    if (C.failed() || Spatial == 3)
      return C.fail("the strides of areas in space are not known");
    return Spatial == 1 ? C.result(T.dtype(), Sizes, T.device())
                        : C.resultSuggested(T, T.dtype(), Sizes);
  }
  std::string Name = Mode.str().str() + (C.flag("antialias") ? "_aa" : "");
  return upsampleTo(C, T, Sizes, Name);
}

/// Whether parameter \p Name has the first of its values, which functions of
/// Python call \p Word.
static bool isFirstMode(ValueCall &C, StringRef Name, StringRef Word) {
  Argument A = C.get(Name);
  return A.isString() ? A.str() == Word : SymbolicMath::isInt(A, 0);
}

static Argument gridSampler(ValueCall &C) {
  TensorValue T = C.tensor("input"), Grid = C.tensor("grid");
  if (T.rank() < 4 || Grid.rank() != T.rank())
    return C.fail("the operands need as many dimensions");
  Dims Sizes = {T.sizes()[0], T.sizes()[1]};
  append_range(Sizes, Grid.sizes().drop_front().drop_back());
  if (T.rank() != 4 || Grid.strides().size() != 4)
    return C.result(T.dtype(), Sizes, T.device());
  // The coordinates for each channel, and weights that come of them. What is
  // picked has the order of no dimension.
  Grid = C.converted(Grid, computationType(Grid.dtype()));
  ValueSteps Step(C, T.dtype());
  Dims Zeros(4, Dim(0)), Shape(Sizes);
  Shape.push_back(2);
  Shape[1] = 1;
  Grid = TensorValue(valueReshape(C, Grid, Shape, /*MayCopy=*/false));
  Shape[1] = Sizes[1];
  if (!C.failed())
    Grid = TensorValue(valueExpand(C, Grid, Shape));
  if (C.failed())
    return Argument::none();
  TensorValue At(
      C.result(T.dtype(), Sizes, Grid.strides().drop_back(), T.device()));
  TensorValue Picked(C.result(T.dtype(), Sizes, Zeros, T.device()));
  if (C.failed())
    return Argument::none();
  At = Step(Step(At));
  if (!isFirstMode(C, "padding_mode", "zeros"))
    At = Step(Step(At));
  TensorValue Whole = Step(At), Next = Step(Whole), Away = Step({Next, At});
  TensorValue InBounds = Step(Whole);
  InBounds = Step({InBounds, Step({InBounds, Step({InBounds, InBounds})})});
  TensorValue Number = Step.number(At);
  StringRef Mode = C.hasParam("mode") ? "mode" : "interpolation_mode";
  bool Weighted = isFirstMode(C, Mode, "bilinear");
  TensorValue Weight =
      Step({InBounds, Weighted ? Step({Away, Away}) : Number, Number});
  TensorValue Part = Step({Step(Picked), Weight});
  return Weighted ? Step({Part, Part}).value() : Part.value();
}

/// Sliding blocks as columns.
static Argument im2col(ValueCall &C) {
  TensorValue T = C.tensor("self");
  Dims Kernel = C.sizes("kernel_size", 2), Dilation = C.sizes("dilation", 2),
       Padding = C.sizes("padding", 2), Stride = C.sizes("stride", 2);
  if (T.rank() < 3 || Kernel.size() != 2 || Dilation.size() != 2 ||
      Padding.size() != 2 || Stride.size() != 2)
    return C.fail("the operand has fewer than three dimensions");
  for (size_t I : {0, 1}) {
    requireAtLeast(C, Kernel[I], 1, "a kernel size");
    requireAtLeast(C, Stride[I], 1, "a stride");
    requireAtLeast(C, Dilation[I], 1, "a dilation");
  }
  if (C.failed())
    return Argument::none();
  SymbolicMath &Math = C.math();
  size_t First = T.rank() - 3;
  Dim Blocks = 1;
  for (size_t I : {0, 1})
    Blocks =
        Math.mul(Blocks, pooledSize(C, T.sizes()[First + 1 + I], Kernel[I],
                                    Stride[I], Padding[I], Dilation[I], false));
  Dims Sizes(T.sizes().take_front(First));
  Sizes.push_back(Math.mul(T.sizes()[First], Math.mul(Kernel[0], Kernel[1])));
  Sizes.push_back(Blocks);
  return C.result(T.dtype(), Sizes, T.device());
}

static Argument col2im(ValueCall &C) {
  TensorValue T = C.tensor("self");
  Dims Kernel = C.sizes("kernel_size", 2), Out = C.sizes("output_size", 2);
  if (T.rank() < 2 || Kernel.size() != 2 || Out.size() != 2)
    return C.fail("the operand has fewer than two dimensions");
  Dims Sizes(T.sizes().drop_back(2));
  Sizes.push_back(C.math().floorDiv(T.sizes()[T.rank() - 2],
                                    C.math().mul(Kernel[0], Kernel[1])));
  append_range(Sizes, Out);
  return C.result(T.dtype(), Sizes, T.device());
}

static constexpr NamedValueRule Rules[] = {
    {"adaptive-pool1d", adaptivePool<1>},
    {"adaptive-pool2d", adaptivePool<2>},
    {"adaptive-pool3d", adaptivePool<3>},
    {"col2im", col2im},
    {"conv", conv},
    {"conv-transpose", convTranspose},
    {"convolution", convolution},
    {"grid-sampler", gridSampler},
    {"im2col", im2col},
    {"pool1d", pool<1>},
    {"pool2d", pool<2>},
    {"pool3d", pool<3>},
    {"interpolate", interpolate},
    {"upsample1d", upsample<1>},
    {"upsample2d", upsample<2>},
    {"upsample3d", upsample<3>},
};

ArrayRef<NamedValueRule> fx::networkValueRules() { return Rules; }
