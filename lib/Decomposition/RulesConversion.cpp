//===- RulesConversion.cpp - Types, devices, choices ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"
#include "Registry.h"
#include "fx/IR/Module.h"
#include "fx/Support/WholeNumber.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

/// What `to` makes: the tensor itself where nothing changes.
static Value convert(Call &C, std::optional<DType> T, const Argument &Device,
                     const Argument &Layout, bool Copy, const Argument &Format,
                     bool ShowsAll) {
  DType Type = T.value_or(C[0].dtype());
  // Graphs of torch.fx may have its name.
  bool SameDevice =
      Device.isNone() || (Device.isString() ? Argument::device(Device.symbol())
                                            : Device) == C[0].device();
  MemoryFormat F = Format.kind() == ArgKind::MemoryFormat
                       ? Format.asMemoryFormat()
                       : MemoryFormat::Preserve;
  bool SameFormat = F == MemoryFormat::Preserve || F == suggestedFormat(C[0]);
  if (!Copy && Type == C[0].dtype() && SameDevice && SameFormat)
    return C[0];
  return C.call("_to_copy", {C[0]},
                {named("dtype", T ? Argument(*T) : Argument()),
                 named("layout", ShowsAll ? Argument(Layout) : Argument()),
                 named("device", ShowsAll || !SameDevice ? Device : Argument()),
                 named("memory_format", Format)});
}

// to.dtype(self, dtype, non_blocking, copy, memory_format)
static Value toDtype(Call &C) {
  return convert(C, C.dtype(1), Argument(), Argument(), C.flag(3), C.arg(4),
                 false);
}
// to.device(self, device, dtype, non_blocking, copy, memory_format)
static Value toDevice(Call &C) {
  return convert(C, C.dtype(2), C.arg(1), Argument(), C.flag(4), C.arg(5),
                 true);
}
// to.dtype_layout(self, *, dtype, layout, device, pin, non_blocking, copy, mf)
static Value toLayout(Call &C) {
  return convert(C, C.dtype(1), C.arg(3), C.arg(2), C.flag(6), C.arg(7), true);
}
// to.other(self, other, non_blocking, copy, memory_format)
static Value toOther(Call &C) {
  return convert(C, C[1].dtype(), C[1].device(), Layout::Strided, C.flag(3),
                 C.arg(4), true);
}
static Value typeAs(Call &C) {
  return convert(C, C[1].dtype(), C[1].device(), Layout::Strided, false,
                 Argument(), true);
}
template <DType T> static Value castTo(Call &C) {
  return convert(C, T, Argument(), Argument(), false, Argument(), false);
}

static Value whereChoice(Call &C) { return where(C[0], C.arg(1), C.arg(2)); }

/// \p Number as an element of \p T, where that is a whole number.
static Argument wholeAs(const Argument &Number, DType T) {
  if (!Number.isFloat() || !isIntegral(T, /*IncludingBool=*/true))
    return Number;
  if (T == DType::Bool)
    return Argument(Number.asFloat() != 0);
  std::optional<int64_t> Whole = truncated(Number.asFloat());
  return Whole ? Argument(*Whole) : Number;
}

static Value maskedFill(Call &C) {
  DType T = C[0].dtype();
  // With a fraction, `where` would round all elements to float32.
  Value Filled = C.isTensor(2)
                     ? C.call("where.self", {C[1], convertTo(C[2], T), C[0]})
                     : convertTo(where(C[1], wholeAs(C.arg(2), T), C[0]), T);
  return C.call("contiguous", {Filled});
}

static Value item(Call &C) {
  // The program has the name of the number.
  const Argument *Val = C.knownVal();
  if (!Val)
    return C.call("_local_scalar_dense", {C[0]});
  return C.callAs(*Val, "_local_scalar_dense", {C[0]});
}

static Value realPart(Call &C) {
  if (!isComplexType(C[0].dtype()))
    return C[0];
  Value Plain = isMarked(C[0], "_conj") ? C.call("_conj", {C[0]}) : C[0];
  Value Pairs = C.call("view_as_real", {Plain});
  return C.call("select.int", {Pairs, C[0].rank(), 0});
}
static Value imaginaryPart(Call &C) {
  bool Conjugated = isMarked(C[0], "_conj");
  Value Plain = Conjugated ? C.call("_conj", {C[0]}) : C[0];
  Value Pairs = C.call("view_as_real", {Plain});
  Value Part = C.call("select.int", {Pairs, C[0].rank(), 1});
  return Conjugated ? C.call("_neg_view", {Part}) : Part;
}
static Value conj(Call &C) {
  return isComplexType(C[0].dtype()) ? C.call("_conj", {C[0]}) : C[0];
}
static Value conjPhysical(Call &C) {
  return isComplexType(C[0].dtype()) ? C.call("_conj_physical", {C[0]}) : C[0];
}

// to_dense(self, dtype, *, masked_grad); a tensor with strides is dense.
static Value toDense(Call &C) {
  return convertTo(C[0], C.dtype(1).value_or(C[0].dtype()));
}

static bool quantizes(const Node *N) {
  StringRef Target = N->isCall() ? N->targetText() : StringRef();
  return Target.contains("quantize") &&
         !Target.starts_with("torch.ops.quantized_decomposed.") &&
         !Target.starts_with("torch.ops.aten.dequantize") &&
         !Target.contains("fake_quantize");
}

/// Whether a call in the tree of \p M makes quantized tensors, which have the
/// types of floats in programs: fake tensors know no others.
static bool hasQuantized(const Module &M) {
  return (M.graph() && any_of(M.graph()->nodes(), quantizes)) ||
         any_of(M.children(), [](const auto &C) { return hasQuantized(*C); });
}

/// What is not quantized is converted.
static Value dequantize(Call &C) {
  const Node *Operand = C.arg(0).asNode();
  const Module *Root = Operand ? Operand->graph().owningModule() : nullptr;
  while (Root && Root->parent())
    Root = Root->parent();
  bool IsFloat = isFloatType(C[0].dtype()) && Root && !hasQuantized(*Root);
  return IsFloat ? convertTo(C[0], DType::Float32) : C.keep();
}

ArrayRef<Entry> fx::decomposition::conversionRules() {
  static const Entry Rules[] = {
      {"to.dtype", toDtype},
      {"to.device", toDevice},
      {"to.dtype_layout", toLayout},
      {"to.other", toOther},
      {"type_as", typeAs},
      {"_cast_Float", castTo<DType::Float32>},
      {"_cast_Double", castTo<DType::Float64>},
      {"_cast_Long", castTo<DType::Int64>},
      {"_cast_Int", castTo<DType::Int32>},
      {"_cast_Half", castTo<DType::Float16>},
      {"where.ScalarOther", whereChoice},
      {"where.ScalarSelf", whereChoice},
      {"where.Scalar", whereChoice},
      {"masked_fill.Scalar", maskedFill},
      {"masked_fill.Tensor", maskedFill},
      {"item", item},
      {"real", realPart},
      {"imag", imaginaryPart},
      {"conj", conj},
      {"conj_physical", conjPhysical},
      {"to_dense", toDense},
      {"dequantize.self", dequantize},
  };
  return Rules;
}
