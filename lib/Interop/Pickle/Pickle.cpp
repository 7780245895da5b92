//===- Pickle.cpp - Reading pickles without running them ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Interop/Pickle.h"
#include "PickleMachine.h"
#include "fx/IR/NodeDiagnostic.h"

using namespace fx;
using namespace llvm;

uint64_t PickleStorage::numBytes() const {
  return NumElements * (Type ? itemSize(*Type) : 1);
}

Expected<std::unique_ptr<Pickle>> Pickle::read(StringRef Bytes, StringRef File,
                                               StringRef Record,
                                               PickleLimits Limits) {
  Limits.MaxDepth = std::min(Limits.MaxDepth, 255u);
  auto Result = std::make_unique<Pickle>();
  PickleMachine Machine(*Result, Bytes, Limits);
  if (Machine.run())
    return Result;
  return makeFileError(diag::err_pickle, File, Record, Machine.errorOffset(),
                       Machine.message());
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

PickleKind PickleValue::kind() const { return V.Kind; }
bool PickleValue::asBool() const { return V.Int; }
int64_t PickleValue::asInt() const { return V.Int; }
double PickleValue::asFloat() const { return V.Float; }
StringRef PickleValue::asString() const { return {V.Text, V.Size}; }
fx::DType PickleValue::asDType() const { return fx::DType(V.Int); }
fx::Layout PickleValue::asLayout() const { return fx::Layout(V.Int); }

const PickleStorage &PickleValue::asStorage() const {
  return P->Storages[V.Size];
}

const PickleTensor &PickleValue::asTensor() const {
  return P->Tensors[V.Index];
}

size_t PickleValue::size() const {
  switch (V.Kind) {
  case PickleKind::List:
    return P->Containers[V.Index].Items.size();
  case PickleKind::Dict:
    return P->Containers[V.Index].Items.size() / 2;
  default:
    return V.Size;
  }
}

PickleValue PickleValue::operator[](size_t I) const {
  if (V.Kind == PickleKind::List)
    return {*P, P->Containers[V.Index].Items[I]};
  return {*P, P->Items[V.Index + I]};
}

std::pair<PickleValue, PickleValue> PickleValue::entry(size_t I) const {
  const std::vector<Raw> &Items = P->Containers[V.Index].Items;
  return {PickleValue(*P, Items[2 * I]), PickleValue(*P, Items[2 * I + 1])};
}
