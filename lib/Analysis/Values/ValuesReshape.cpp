//===- ValuesReshape.cpp - The same elements in another shape -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueRules.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace llvm;

/// The strides with which \p T has \p Sizes without being copied.
static std::optional<Dims> viewStrides(ValueCall &C, const TensorValue &T,
                                       DimsRef Sizes) {
  SymbolicMath &Math = C.math();
  Dims Usual = C.contiguousStrides(T.sizes());
  if (any_of(T.sizes(), [&](const Dim &D) { return Math.hint(D) == 0; }) ||
      all_of(zip(T.strides(), Usual), [&](auto P) {
        return Math.equal(std::get<0>(P), std::get<1>(P));
      }))
    return C.contiguousStrides(Sizes);
  if (T.rank() == 0)
    return Dims(Sizes.size(), Dim(1));
  Dims Strides(Sizes.size());
  int64_t V = int64_t(Sizes.size()) - 1;
  Dim Base = T.strides().back(), OldCount = 1, NewCount = 1;
  for (size_t I = T.rank(); I-- != 0;) {
    OldCount = Math.mul(OldCount, T.sizes()[I]);
    // The end of a run of dimensions that are one in memory.
    if (I != 0 && (C.same(T.sizes()[I - 1], 1) ||
                   C.same(T.strides()[I - 1], Math.mul(OldCount, Base))))
      continue;
    while (V >= 0 &&
           (Math.hint(NewCount) < Math.hint(OldCount) || C.same(Sizes[V], 1))) {
      Strides[V] = Math.mul(NewCount, Base);
      NewCount = Math.mul(NewCount, Sizes[V]);
      --V;
    }
    if (!C.same(NewCount, OldCount))
      return std::nullopt;
    if (I != 0) {
      Base = T.strides()[I - 1];
      OldCount = NewCount = 1;
    }
  }
  return V < 0 ? std::optional<Dims>(Strides) : std::nullopt;
}

/// Puts what is left in place of the -1.
static void inferSize(ValueCall &C, const TensorValue &T, Dims &Sizes) {
  SymbolicMath &Math = C.math();
  Dim *Open = nullptr;
  Dim Known = 1;
  for (Dim &D : Sizes) {
    if (!SymbolicMath::isInt(D, -1))
      Known = Math.mul(Known, D);
    else if (Open)
      C.mismatch("more than one size is -1");
    else
      Open = &D;
  }
  Dim Count = C.numel(T.sizes());
  if (Open) {
    *Open = Math.floorDiv(Count, Known);
    C.require(!SymbolicMath::isInt(Known, 0),
              "the size that is -1 could be any");
    if (Open->isNone())
      C.fail("the size that is -1 could be any");
    Known = Math.mul(Known, *Open);
  }
  if (!C.failed() && Known.isInt() && Count.isInt() && !(Known == Count))
    C.mismatch("a tensor of " + Twine(Count.asInt()) +
               " elements cannot be one of " + Twine(Known.asInt()));
}

namespace {
/// Builds the wanted dimensions from left to right by splitting dimensions and
/// joining neighbors, as PyTorch does; the strides of dimensions of size one
/// depend on the way.
class Reshaper {
public:
  Reshaper(ValueCall &C, const TensorValue &T)
      : C(C), Math(C.math()), Sizes(T.sizes()), Strides(T.strides()) {}
  /// False where that cannot be a view.
  bool run(DimsRef Wanted);

  ValueCall &C;
  SymbolicMath &Math;
  Dims Sizes, Strides;

private:
  bool divides(const Dim &Length, const Dim &Product) {
    int64_t L = Math.hint(Length);
    return L != 0 && Math.hint(Product) % L == 0;
  }
  bool join(size_t First, size_t Last);
  void split(size_t I, const Dim &Outer);
};
} // namespace

bool Reshaper::join(size_t First, size_t Last) {
  Dim Stride = Strides[Last], Length = Sizes[Last];
  for (size_t I = Last; I-- != First;) {
    bool OneInMemory =
        SymbolicMath::isInt(Sizes[I], 1) ||
        SymbolicMath::isInt(Sizes[I + 1], 1) ||
        C.same(Strides[I], Math.mul(Strides[I + 1], Sizes[I + 1]));
    if (!OneInMemory)
      return false;
    if (!SymbolicMath::isInt(Sizes[I], 1) &&
        Math.hint(Strides[I]) < Math.hint(Stride))
      Stride = Strides[I];
    Length = Math.mul(Length, Sizes[I]);
  }
  Sizes.erase(Sizes.begin() + First + 1, Sizes.begin() + Last + 1);
  Strides.erase(Strides.begin() + First + 1, Strides.begin() + Last + 1);
  Sizes[First] = Length;
  Strides[First] = Stride;
  return true;
}

void Reshaper::split(size_t I, const Dim &Outer) {
  Dim Inner = Math.floorDiv(Sizes[I], Outer), Stride = Strides[I];
  Sizes[I] = Outer;
  Strides[I] = Math.mul(Stride, Inner);
  Sizes.insert(Sizes.begin() + I + 1, Inner);
  Strides.insert(Strides.begin() + I + 1, Stride);
}

bool Reshaper::run(DimsRef Wanted) {
  size_t I = 0;
  for (const Dim &Length : Wanted) {
    if (I >= Sizes.size()) {
      split(Sizes.size() - 1, Dim(Sizes.back()));
    } else if (!Math.equal(Length, Sizes[I])) {
      Dim Product = Sizes[I];
      size_t End = I;
      while (!divides(Length, Product)) {
        if (++End == Sizes.size())
          return false;
        Product = Math.mul(Product, Sizes[End]);
      }
      if (End != I && !join(I, End))
        return false;
      if (!Math.equal(Product, Length))
        split(I, Length);
    }
    ++I;
  }
  Sizes.truncate(I);
  Strides.truncate(I);
  return true;
}

Argument fx::valueReshape(ValueCall &C, const TensorValue &T, Dims Sizes,
                          bool MayCopy) {
  inferSize(C, T, Sizes);
  if (C.failed())
    return Argument::none();
  if (T.layout() != Layout::Strided || T.strides().size() != T.rank())
    return C.fail("the operand is not strided");
  // What is empty is made again, even in its own shape.
  bool Empty =
      any_of(T.sizes(), [&](const Dim &D) { return C.math().hint(D) == 0; });
  if (Sizes == Dims(T.sizes()) && !Empty)
    return valueView(C, T, Sizes, T.strides());
  std::optional<Dims> Strides = viewStrides(C, T, Sizes);
  if (!Strides) {
    if (!MayCopy)
      return C.fail("the strides do not allow this view");
    return C.result(T.dtype(), Sizes, T.device());
  }
  SymbolicMath &Math = C.math();
  auto IsKnown = [&](const Dim &D) { return Math.hasHint(D); };
  // torch._subclasses.fake_impls._view_unbacked_meta
  if (Empty || !all_of(T.sizes(), IsKnown) || !all_of(Sizes, IsKnown))
    return valueView(C, T, Sizes, *Strides);
  // torch._refs._reshape_view_helper
  if (T.rank() == 1 && Sizes.size() == 2 && C.isContiguous(T))
    return valueView(C, T, Sizes, {Sizes[1], Dim(1)});
  if (T.rank() > 1 && Sizes.size() == 1 && C.isContiguous(T))
    return valueView(C, T, Sizes, {Dim(1)});
  Reshaper R(C, T);
  if (!R.Sizes.empty() && !Sizes.empty() &&
      !(Sizes.size() == 1 && C.isContiguous(T)) && R.run(Sizes))
    return valueView(C, T, R.Sizes, R.Strides);
  return valueView(C, T, Sizes, *Strides);
}

Argument fx::valueKernelReshape(ValueCall &C, const TensorValue &T,
                                DimsRef Sizes, bool MayCopy) {
  if (C.failed() || T.strides().size() != T.rank())
    return C.fail("the operand is not strided");
  if (std::optional<Dims> Strides = viewStrides(C, T, Sizes))
    return valueView(C, T, Sizes, *Strides);
  return MayCopy ? C.result(T.dtype(), Sizes, T.device())
                 : C.fail("the strides do not allow this view");
}

/// resize_: a new shape of the storage, unless it has that.
static Argument resize(ValueCall &C) {
  TensorValue T = C.tensor("self");
  bool Like = C.hasParam("the_template");
  TensorValue Template = Like ? C.tensor("the_template") : T;
  Dims Sizes = Like ? Dims(Template.sizes()) : C.sizes("size");
  std::optional<MemoryFormat> Format = C.memoryFormat();
  if (C.failed() || T.strides().size() != T.rank())
    return C.fail("the operand is not strided");
  if (!Format && Sizes == Dims(T.sizes()))
    return T.value();
  Dims Strides = Format == MemoryFormat::Preserve
                     ? C.suggestedStrides(Template, Sizes)
                     : C.stridesFor(Sizes, Format);
  return C.result(T.dtype(), Sizes, Strides, T.device(), T.offset());
}

/// set_: another tensor's memory.
static Argument setMemory(ValueCall &C) {
  TensorValue T = C.tensor("self");
  if (!C.hasParam("source"))
    return C.result(T.dtype(), {Dim(0)}, T.device());
  if (C.hasParam("size"))
    return C.result(T.dtype(), C.sizes("size"),
                    C.get("stride").empty()
                        ? C.contiguousStrides(C.sizes("size"))
                        : C.sizes("stride"),
                    T.device(), C.size("storage_offset"));
  TensorValue Source = C.tensor("source");
  return C.result(T.dtype(), Source.sizes(), Source.strides(), T.device(),
                  Source.offset());
}

/// view.dtype: the last dimension shrinks or grows with the elements.
static Argument viewAsType(ValueCall &C, const TensorValue &T, DType Type) {
  int64_t Old = itemSize(T.dtype()), New = itemSize(Type);
  Dims Sizes(T.sizes()), Strides(T.strides());
  Dim Offset = T.offset();
  if (Strides.size() != Sizes.size())
    return C.fail("the operand is not strided");
  if (Old != New)
    C.require(!Sizes.empty(), "the operand has no dimension");
  if (Old != New && !Sizes.empty()) {
    bool Larger = New > Old;
    int64_t Ratio = Larger ? New / Old : Old / New;
    if (Larger && Sizes.back().isInt())
      C.require(Sizes.back().asInt() % Ratio == 0,
                "the last dimension cannot be divided by " + Twine(Ratio));
    auto Scale = [&](const Dim &D) {
      return Larger ? C.math().floorDiv(D, Ratio) : C.math().mul(D, Ratio);
    };
    Sizes.back() = Scale(Sizes.back());
    for (Dim &S : MutableArrayRef(Strides).drop_back())
      S = Scale(S);
    Offset = Scale(Offset);
  }
  if (C.schema().hasTag(ST_ViewCopy))
    return C.result(Type, Sizes, T.device());
  return C.result(Type, Sizes, Strides, T.device(), Offset);
}

static Argument viewRule(ValueCall &C) {
  TensorValue T = C.tensor("self");
  if (C.hasParam("dtype"))
    return viewAsType(C, T, C.dtype("dtype", T.dtype()));
  return valueReshape(C, T, C.sizes("size"),
                      /*MayCopy=*/C.schema().hasTag(ST_ViewCopy));
}

static Argument unsafeView(ValueCall &C) {
  return valueReshape(C, C.tensor("self"), C.sizes("size"), /*MayCopy=*/true);
}

static Argument reshape(ValueCall &C) {
  return valueReshape(C, C.tensor("self"), C.sizes("shape"), /*MayCopy=*/true);
}

static Argument reshapeAs(ValueCall &C) {
  return valueReshape(C, C.tensor("self"), Dims(C.tensor("other").sizes()),
                      /*MayCopy=*/true);
}

/// ravel: contiguous().view(-1).
static Argument ravel(ValueCall &C) {
  TensorValue T(valueContiguous(C, C.tensor("self").value()));
  return valueReshape(C, T, {Dim(-1)}, /*MayCopy=*/true);
}

static Argument flatten(ValueCall &C) {
  TensorValue T = C.tensor("self");
  if (T.rank() == 0)
    return valueReshape(C, T, {1}, true);
  bool HasDims = C.hasParam("start_dim");
  unsigned Start = HasDims ? C.dim("start_dim", T.rank()) : 0;
  unsigned End = HasDims ? C.dim("end_dim", T.rank()) : T.rank() - 1;
  if (C.failed())
    return Argument::none();
  if (Start > End)
    return C.mismatch("start_dim is after end_dim");
  if (Start == End)
    return T.value();
  Dims Sizes(T.sizes().take_front(Start));
  Sizes.push_back(C.numel(T.sizes().slice(Start, End - Start + 1)));
  append_range(Sizes, T.sizes().drop_front(End + 1));
  return valueReshape(C, T, std::move(Sizes), true);
}

static Argument unflatten(ValueCall &C) {
  TensorValue T = C.tensor("self");
  unsigned D = C.dim("dim", T.rank());
  if (C.failed() || T.rank() == 0)
    return C.fail("the operand has no dimension");
  Dims Inner = C.sizes("sizes");
  Dim Known = 1;
  for (const Dim &S : Inner)
    if (!SymbolicMath::isInt(S, -1))
      Known = C.math().mul(Known, S);
  for (Dim &S : Inner)
    if (SymbolicMath::isInt(S, -1))
      S = C.math().floorDiv(T.sizes()[D], Known);
  Dims Sizes(T.sizes().take_front(D));
  append_range(Sizes, Inner);
  append_range(Sizes, T.sizes().drop_front(D + 1));
  return valueReshape(C, T, std::move(Sizes), true);
}

static constexpr NamedValueRule Rules[] = {
    {"flatten", flatten},        {"reshape", reshape},
    {"reshape-as", reshapeAs},   {"ravel", ravel},
    {"unflatten", unflatten},    {"resize", resize},
    {"unsafe-view", unsafeView}, {"set", setMemory},
    {"view", viewRule},
};

ArrayRef<NamedValueRule> fx::reshapeValueRules() { return Rules; }
