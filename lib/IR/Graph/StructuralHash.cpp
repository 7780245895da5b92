//===- StructuralHash.cpp - One number for a graph or a tree --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nodes are numbered in graph order; what they hold is interned, so ids stand
// for contents.
//
//===----------------------------------------------------------------------===//

#include "GraphAccess.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Module.h"
#include "fx/IR/Structural.h"

using namespace fx;
using namespace llvm;
using fx::detail::GraphAccess;

/// Mixes two words into one; the full product carries every bit on.
static uint64_t mix(uint64_t A, uint64_t B) {
  __uint128_t Product =
      __uint128_t(A ^ 0x9E3779B97F4A7C15ull) * (B ^ 0xC2B2AE3D27D4EB4Full);
  return uint64_t(Product) ^ uint64_t(Product >> 64);
}

static uint64_t pair(uint32_t High, uint32_t Low) {
  return uint64_t(High) << 32 | Low;
}

uint64_t fx::structuralHash(const Graph &G, StructuralOptions Options) {
  std::vector<uint32_t> Number(G.idBound(), 0);
  uint32_t Next = 0;
  uint64_t Hash = G.size();
  for (const Node *N : G.nodes()) {
    Number[N->id()] = ++Next;
    uint64_t Own = mix(pair(GraphAccess::target(*N), GraphAccess::spec(*N)),
                       uint64_t(N->op()));
    for (const Use &U : N->operandUses())
      Own = mix(Own, Number[U.Value]);
    if (Options.Names)
      Own = mix(Own, N->nameRef().key());
    uint32_t Type = Options.Types ? GraphAccess::type(*N) : 0;
    uint32_t Meta = Options.Metadata ? GraphAccess::meta(*N) : 0;
    if (Type | Meta)
      Own = mix(Own, pair(Type, Meta));
    Hash = mix(Hash, Own);
  }
  if (!Options.Users)
    return Hash;
  for (const Node *N : G.nodes()) {
    // One user has only one order.
    uint32_t First = GraphAccess::firstUse(*N);
    if (First == GraphAccess::lastUse(*N))
      continue;
    uint64_t Own = Number[N->id()];
    for (uint32_t Id = First; Id; Id = G.use(Id).Next)
      Own = mix(Own, Number[G.use(Id).Owner]);
    Hash = mix(Hash, Own);
  }
  return Hash;
}

static uint64_t hashOf(const Argument &A) { return size_t(hash_value(A)); }

static uint64_t hashOf(const TensorAttr &T) {
  uint64_t Flags =
      T.Role | T.RequiresGrad << 2 | T.Persistent << 3 | T.Pickled << 4;
  return mix(mix(pair(T.Name.id(), T.Record.id()), Flags), hashOf(T.Type));
}

/// Everything of \p M but its children and graph.
static uint64_t hashOf(const Module &M) {
  uint64_t Hash = mix(pair(M.className().id(), M.name().id()),
                      M.isTraining() | M.children().size() << 1);
  for (const Argument &A : M.args())
    Hash = mix(Hash, hashOf(A));
  for (const KwArg &A : M.kwargs())
    Hash = mix(mix(Hash, A.Name.id()), hashOf(A.Value));
  for (const std::string &Line : M.extraText())
    Hash = mix(Hash, size_t(hash_value(Line)));
  for (const TensorAttr &T : M.tensors())
    Hash = mix(Hash, hashOf(T));
  for (const KwArg &A : M.attributes())
    Hash = mix(mix(Hash, A.Name.id()), hashOf(A.Value));
  return Hash;
}

uint64_t fx::structuralHash(const GraphModule &M, StructuralOptions Options) {
  if (!Options.Tree)
    return structuralHash(M.graph(), Options);
  uint64_t Hash =
      mix(pair(M.name().id(), uint32_t(M.treeKind())), M.weightFiles().size());
  for (StringRef File : M.weightFiles())
    Hash = mix(Hash, size_t(hash_value(File)));
  if (M.program())
    for (const KwArg &A : M.program()->toAttributes())
      Hash = mix(mix(Hash, A.Name.id()), hashOf(A.Value));
  M.root().walk([&](const Module &Sub, StringRef) {
    Hash = mix(Hash, hashOf(Sub));
    if (Sub.graph())
      Hash = mix(Hash, structuralHash(*Sub.graph(), Options));
  });
  return Hash;
}
