//===- Pickle.cpp - Fuzz target: pickles ----------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pickle that is taken is a tree of bounded depth, and its tensors are inside
// of their storages.
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/Pickle.h"
#include "Fuzz.h"

using namespace fx;
using fx::fuzz::check;

namespace {
/// Looks at everything once; values that occur in many places would take
/// forever.
class Visitor {
public:
  explicit Visitor(const Pickle &P) : P(P) {}
  void visit(PickleValue V, unsigned Depth);

private:
  void visitTensor(const PickleTensor &T);

  const Pickle &P;
  unsigned Left = 10000;
};
} // namespace

void Visitor::visitTensor(const PickleTensor &T) {
  check(T.Storage < P.storages().size(), "a tensor without a storage");
  check(T.Sizes.size() == T.Strides.size(), "the rank of a tensor");
  __int128 Last = T.Offset;
  bool IsEmpty = false;
  for (size_t I = 0; I != T.Sizes.size(); ++I) {
    IsEmpty |= T.Sizes[I] == 0;
    Last += __int128(T.Sizes[I] - 1) * T.Strides[I];
  }
  if (!IsEmpty)
    check((Last + 1) * itemSize(T.Type) <= P.storages()[T.Storage].numBytes(),
          "a tensor outside of its storage");
}

void Visitor::visit(PickleValue V, unsigned Depth) {
  check(Depth <= PickleLimits().MaxDepth, "the depth of values");
  if (!Left)
    return;
  --Left;
  switch (V.kind()) {
  case PickleKind::Tuple:
  case PickleKind::List:
  case PickleKind::Complex:
    for (size_t I = 0; I != V.size(); ++I)
      visit(V[I], Depth + 1);
    break;
  case PickleKind::Dict:
    for (size_t I = 0; I != V.size(); ++I) {
      visit(V.entry(I).first, Depth + 1);
      visit(V.entry(I).second, Depth + 1);
    }
    break;
  case PickleKind::Tensor:
    visitTensor(V.asTensor());
    break;
  case PickleKind::Storage:
    (void)V.asStorage().numBytes();
    break;
  case PickleKind::String:
  case PickleKind::Bytes:
  case PickleKind::BigInt:
  case PickleKind::Device:
    (void)V.asString().str();
    break;
  default:
    break;
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  PickleLimits Limits;
  Limits.MaxMemory = 4 << 20;
  llvm::Expected<std::unique_ptr<Pickle>> P =
      Pickle::read(fuzz::asText(Data, Size), "fuzz.pt", "data.pkl", Limits);
  if (!P)
    fuzz::checkError(P.takeError());
  else
    Visitor(**P).visit((*P)->root(), 0);
  return 0;
}
