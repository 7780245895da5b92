//===- RootArguments.h - Inputs of what is traced ----------------*- C++
//-*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRACING_ROOTARGUMENTS_H
#define FX_LIB_TRACING_ROOTARGUMENTS_H

#include "fx/Tracing/Tracer.h"

namespace fx {

/// Makes the placeholders (torch.fx: create_args_for_root).
class RootArguments {
public:
  RootArguments(Tracer &T, const TraceSignature &Signature,
                const ConcreteArgs &Concrete)
      : T(T), Signature(Signature), Concrete(Concrete) {}

  /// One value for each parameter, proxies or what was given.
  llvm::Expected<std::vector<TraceValue>> make();
  /// Whether a value is a container: then the graph returns the list of the
  /// leaves of its result.
  bool isFlattened() const { return Flattened; }
  std::vector<Tracer::FlatInput> takeFlatInputs() { return std::move(Flat); }

private:
  llvm::Error matchByPosition();
  TraceValue placeholder(const TraceParam &P);
  TraceValue specialize(const TraceParam &P, const TraceValue &V);
  TraceValue specializeLeaf(const TraceParam &P, const TraceValue &V);
  Proxy make(const TraceParam &P, llvm::StringRef Name, llvm::StringRef Type);

  Tracer &T;
  const TraceSignature &Signature;
  ConcreteArgs Concrete;
  bool Flattened = false;
  std::vector<Tracer::FlatInput> Flat;
};

/// The leaves of a result, as a list.
TraceValue flattenResult(const TraceValue &Result);

} // namespace fx

#endif // FX_LIB_TRACING_ROOTARGUMENTS_H
