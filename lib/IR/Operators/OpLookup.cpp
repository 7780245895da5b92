//===- OpLookup.cpp - Operators behind symbols ----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph/GraphIndex.h"
#include "fx/IR/OpRegistry.h"

using namespace fx;
using namespace llvm;

const OpTarget *Context::functionOp(Symbol Target) const {
  auto &Cache = Target.entry()->FunctionOp;
  const OpTarget *T = Cache.load(std::memory_order_acquire);
  if (T == detail::SymbolEntry::unresolvedOp()) {
    T = lookupFunction(Target.str());
    Cache.store(T, std::memory_order_release);
  }
  return T;
}

const OpTarget *Context::methodOp(Symbol Target) const {
  auto &Cache = Target.entry()->MethodOp;
  const OpTarget *T = Cache.load(std::memory_order_acquire);
  if (T == detail::SymbolEntry::unresolvedOp()) {
    T = lookupMethod(Target.str());
    Cache.store(T, std::memory_order_release);
  }
  return T;
}

FoundNodes Graph::findCalls(const OpInfo &Op) const {
  buildIndex();
  SmallVector<Node *, 16> Found;
  for (auto &[Key, Ids] : Idx->ByTarget) {
    bool Function = Opcode(Key.first) == Opcode::CallFunction;
    if (!Function && Opcode(Key.first) != Opcode::CallMethod)
      continue;
    Symbol S = Ctx->symbol(Key.second);
    const OpTarget *T = Function ? Ctx->functionOp(S) : Ctx->methodOp(S);
    if (!T || &T->op() != &Op)
      continue;
    SmallVector<Node *, 16> Here;
    collect(
        *this, Ids,
        [&, K = Key](const Node &N) {
          return unsigned(N.op()) == K.first && N.target() == S;
        },
        Here);
    Found.append(Here);
  }
  llvm::sort(Found,
             [](const Node *A, const Node *B) { return A->isBefore(B); });
  return FoundNodes(*this, Found);
}
