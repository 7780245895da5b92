//===- RulesPad.cpp - Padding ---------------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"
#include "Registry.h"

using namespace fx;
using namespace fx::decomposition;
using namespace llvm;

/// Pads one dimension after another with what is at the places that
/// \p IndexOf computes of a range.
template <typename IndexT>
static Value padByIndex(Call &C, unsigned Space, IndexT IndexOf) {
  Value V = C[0];
  Dims Pads = C.dims(1);
  Dims Sizes = V.sizes();
  size_t Rank = Sizes.size();
  if (Pads.size() != 2 * Space)
    return failCount(C, 1, Pads.size(), Twine(2 * Space));
  if (Rank < Space)
    return failRank(C, 0, Twine(Space) + " or more");
  for (unsigned I = 0; I != Space; ++I) {
    size_t D = Rank - Space + I;
    unsigned Pair = 2 * (Space - 1 - I);
    Dim Low = C.sub(Dim(0), Pads[Pair]);
    Dim High = C.add(Sizes[D], Pads[Pair + 1]);
    Dim Last = C.sub(Sizes[D], Dim(1));
    Value Index = IndexOf(arange(C, Low, High, V.device()), Last);
    SmallVector<Argument, 6> Indices(Rank);
    Indices[D] = Index;
    V = C.call("_unsafe_index.Tensor", {V, Argument::list(Indices)});
  }
  // Other devices make a contiguous result.
  return V.device() == cpu(C) ? inFormatOf(C[0], V) : C.call("contiguous", {V});
}

template <unsigned Space> static Value reflect(Call &C) {
  return padByIndex(C, Space, [&](const Value &Range, const Dim &Last) {
    Value Inside = subtractFrom(Last, C.call("abs", {Range}));
    return subtractFrom(Last, C.call("abs", {Inside}));
  });
}
template <unsigned Space> static Value replicate(Call &C) {
  return padByIndex(C, Space, [&](const Value &Range, const Dim &Last) {
    return C.call("clamp", {Range, 0, Last});
  });
}

static Value circular(Call &C) {
  Value V = C[0];
  Dims Pads = C.dims(1);
  int64_t Rank = V.rank();
  for (size_t I = 0; 2 * I + 1 < Pads.size(); ++I) {
    int64_t D = Rank - 1 - int64_t(I);
    Dim Size = V.size(D), Low = Pads[2 * I], High = Pads[2 * I + 1];
    auto Part = [&](const Dim &From, const Dim &To) {
      return C.call("slice.Tensor", {V, D, From, To});
    };
    // A negative number cuts off; the rest is repeated.
    SmallVector<Argument, 3> Parts;
    Dim Begin = 0, End = Size;
    if (C.hint(Low) < 0)
      Begin = C.sub(Dim(0), Low);
    if (C.hint(High) < 0)
      End = C.add(Size, High);
    if (C.hint(Low) > 0)
      Parts.push_back(Part(C.sub(End, Low), End));
    if (Call::isInt(Begin, 0) && End == Size)
      Parts.push_back(V);
    else
      Parts.push_back(Part(Begin, End));
    if (C.hint(High) > 0)
      Parts.push_back(Part(Begin, C.add(Begin, High)));
    V = Parts.size() == 1 ? C.value(Parts[0])
                          : C.call("cat", {Argument::list(Parts), D});
  }
  return V;
}

// pad(self, pad, mode, value)
static Value pad(Call &C) {
  StringRef Mode = C.text(2);
  if (Mode == "constant" || Mode.empty())
    return C.call("constant_pad_nd",
                  {C[0], C.arg(1), C.isGiven(3) ? C.arg(3) : Argument(0.0)});
  if (Mode == "circular")
    return C.call("_pad_circular", {C[0], C.arg(1)});
  std::string Op = Mode == "reflect" ? "reflection_pad" : "replication_pad";
  size_t Space = C.dims(1).size() / 2;
  if (Space < 1 || Space > 3)
    return failCount(C, 1, C.dims(1).size(), "2, 4 or 6");
  return C.call(Op + std::to_string(Space) + "d", {C[0], C.arg(1)});
}

ArrayRef<Entry> fx::decomposition::padRules() {
  // Kernels for the CPU keep channels last, which fake tensors do not know.
  static const Entry Rules[] = {
      {"pad", pad},
      {"_pad_circular", circular},
      {"reflection_pad1d", reflect<1>, KnowsLayout},
      {"reflection_pad2d", reflect<2>, KnowsLayout},
      {"reflection_pad3d", reflect<3>, KnowsLayout},
      {"replication_pad1d", replicate<1>, KnowsLayout},
      {"replication_pad2d", replicate<2>, KnowsLayout},
      {"replication_pad3d", replicate<3>, KnowsLayout},
  };
  return Rules;
}
