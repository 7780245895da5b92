//===- AllValues.cpp - Examples with all values of small types ------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AllValues.h"
#include "fx/IR/Module.h"
#include "fx/IR/OpInfo.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

namespace {
struct SmallType {
  StringLiteral Name;
  unsigned Bits; ///< Those that are used.
  unsigned Bytes;
};
} // namespace

static constexpr SmallType Types[] = {{"f16", 16, 2}, {"bf16", 16, 2},
                                      {"i16", 16, 2}, {"i8", 8, 1},
                                      {"u8", 8, 1},   {"bool", 1, 1}};
static constexpr const SmallType &Mask = Types[5];
static constexpr unsigned MaxBits = 17;

/// The text of 1 << Bits.
static StringRef powerOfTwo(unsigned Bits) {
  static constexpr StringLiteral Powers[] = {
      "1",    "2",    "4",     "8",     "16",    "32",
      "64",   "128",  "256",   "512",   "1024",  "2048",
      "4096", "8192", "16384", "32768", "65536", "131072"};
  static_assert(std::size(Powers) == MaxBits + 1);
  return Powers[Bits];
}

std::vector<AllValues> fx::rewrite::allValuesOf(const Clause &Example) {
  std::vector<AllValues> Result;
  if (Example.Inputs.empty() ||
      any_of(Example.Inputs, [](const Clause::Input &I) {
        return I.IsConstant || I.Type.Kinds.empty();
      }))
    return Result;
  bool OnlyMasks = all_of(Example.Inputs, [](const Clause::Input &I) {
    return I.Type.Kinds[0] == Mask.Name;
  });
  for (const SmallType &T : Types) {
    if (OnlyMasks && T.Name != Mask.Name)
      continue;
    AllValues New = {Example, {}, T.Name};
    SmallVector<const SmallType *, 3> InputTypes;
    unsigned Bits = 0;
    for (Clause::Input &I : New.Program.Inputs) {
      InputTypes.push_back(I.Type.Kinds[0] == Mask.Name ? &Mask : &T);
      I.Type.Kinds[0] = InputTypes.back()->Name;
      Bits += InputTypes.back()->Bits;
    }
    if (Bits > MaxBits)
      continue;
    unsigned Shift = 0;
    for (auto [I, Of] : zip(New.Program.Inputs, InputTypes)) {
      I.Type.Dims = {{DimPattern::Number, powerOfTwo(Bits), I.Loc}};
      std::string &Bytes = New.Inputs.emplace_back();
      for (uint32_t E = 0; E != uint32_t(1) << Bits; ++E) {
        uint32_t Value = (E >> Shift) & ((uint32_t(1) << Of->Bits) - 1);
        for (unsigned B = 0; B != Of->Bytes; ++B)
          Bytes.push_back(char(Value >> (8 * B)));
      }
      Shift += Of->Bits;
    }
    Result.push_back(std::move(New));
  }
  return Result;
}

bool fx::rewrite::isElementwise(const GraphModule &M) {
  return all_of(M.graph().nodes(), [](const Node *N) {
    const OpTarget *Target = N->opTarget();
    return !N->isCall() || (Target && Target->op().isPointwise());
  });
}

bool fx::rewrite::divides(const GraphModule &M) {
  return any_of(M.graph().nodes(), [](const Node *N) {
    const OpTarget *Target = N->opTarget();
    StringRef Name = Target ? Target->op().name() : "";
    return Name.contains("div") || Name.contains("remainder") ||
           Name.contains("mod");
  });
}
