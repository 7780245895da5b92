//===- VerifyStructure.cpp - What the data structure promises -------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph/GraphAccess.h"
#include "GraphVerifier.h"

using namespace fx;
using namespace llvm;
using fx::detail::GraphAccess;

// V1, V2. Follows raw ids, so that a broken link leads nowhere.
bool GraphVerifier::verifyList() {
  auto Broken = [&](const Twine &Why, const Node *At) {
    report(diag::err_verify_links,
           At ? DiagnosticPlace(*At) : DiagnosticPlace(), Why);
    return false;
  };
  const Node *Last = nullptr;
  size_t Count = 0;
  for (uint32_t Id = GraphAccess::firstNode(G); Id;) {
    if (Id >= G.idBound())
      return Broken("a link leads out of the graph", Last);
    const Node *N = G.node(Id);
    if (N->isErased())
      return Broken("an erased node is in it", Last);
    if (GraphAccess::prev(*N) != (Last ? Last->id() : 0))
      return Broken("the links of two neighbors differ", N);
    if (++Count > G.size())
      return Broken("it has more nodes than the graph counts", N);
    if (Last && GraphAccess::order(*Last) >= GraphAccess::order(*N)) {
      report(diag::err_verify_order, *N, *Last, *N);
      return false;
    }
    Last = N;
    Id = GraphAccess::next(*N);
  }
  if (GraphAccess::lastNode(G) != (Last ? Last->id() : 0))
    return Broken("its end is not the last node", Last);
  if (Count != G.size())
    return Broken("it has fewer nodes than the graph counts", nullptr);
  return true;
}

// V3
bool GraphVerifier::verifyOperands(const Node &N) {
  uint32_t Count = GraphAccess::operandCount(N);
  auto Wrong = [&](const Twine &Why) {
    report(diag::err_verify_operands, N, N, Why);
    return false;
  };
  if (Count != N.spec().numOperands())
    return Wrong("it has " + Twine(Count) + " but needs " +
                 Twine(N.spec().numOperands()));
  if (!Count)
    return true;
  uint32_t Begin = GraphAccess::operandBegin(N);
  if (!Begin || Begin + Count > GraphAccess::useBound(G))
    return Wrong("they are not in memory of the graph");
  for (const Use &U : N.operandUses()) {
    if (U.Owner != N.id())
      return Wrong("one belongs to another node");
    if (!U.Value || U.Value >= G.idBound() || G.node(U.Value)->isErased())
      return Wrong("one is not a node of the graph");
  }
  return true;
}

// V4, V5. Every operand was checked to name a node, so what remains is that
// each list holds exactly the operands that name its value. A list whose links
// agree in both directions visits nothing twice; then it is enough to count.
bool GraphVerifier::verifyUses() {
  uint64_t Operands = 0, Listed = 0;
  for (const Node *N : G.nodes())
    Operands += N->numOperands();
  auto Wrong = [&](const Node &Value, const Twine &Why) {
    report(diag::err_verify_uses, Value, Value, Why);
    return false;
  };
  // The value whose list an owner was last seen in.
  std::vector<uint32_t> SeenIn(G.idBound(), 0);
  for (const Node *Value : G.nodes()) {
    uint32_t Last = 0, LastOwner = 0, Id = Value->id();
    for (uint32_t UseId = GraphAccess::firstUse(*Value); UseId;) {
      if (UseId >= GraphAccess::useBound(G) || ++Listed > Operands)
        return Wrong(*Value, "a link leads out of the list");
      const Use &U = G.use(UseId);
      if (U.Prev != Last)
        return Wrong(*Value, "the links of two neighbors differ");
      if (U.Value != Id)
        return Wrong(*Value, "a use of another value is among them");
      if (U.Owner != LastOwner) {
        if (!U.Owner || U.Owner >= G.idBound() || G.node(U.Owner)->isErased())
          return Wrong(*Value, "an erased node is among the users");
        if (SeenIn[U.Owner] == Id) {
          report(diag::err_verify_use_neighbours, *Value, *Value,
                 *G.node(U.Owner));
          return false;
        }
        SeenIn[U.Owner] = Id;
        LastOwner = U.Owner;
      }
      const Node &User = *G.node(U.Owner);
      if (UseId - GraphAccess::operandBegin(User) >= User.numOperands())
        return Wrong(*Value, "a use is not an operand of its user");
      Last = UseId;
      UseId = U.Next;
    }
    if (GraphAccess::lastUse(*Value) != Last)
      return Wrong(*Value, "their end is not the last use");
  }
  if (Listed == Operands)
    return true;
  // Some operand is in no list: say which.
  BitVector InList(GraphAccess::useBound(G));
  for (const Node *Value : G.nodes())
    for (uint32_t UseId = GraphAccess::firstUse(*Value); UseId;
         UseId = G.use(UseId).Next)
      InList.set(UseId);
  for (const Node *N : G.nodes())
    for (unsigned I = 0; I != N->numOperands(); ++I)
      if (!InList.test(GraphAccess::operandBegin(*N) + I))
        return Wrong(*N->operand(I),
                     "one of " + Twine(N->name()) + " is not among them");
  return true;
}

// V6
void GraphVerifier::verifyForeign() {
  for (uint32_t Id : G.nodesWithForeignOperands())
    report(diag::err_verify_foreign_node, *G.node(Id), *G.node(Id));
}

/// What is wrong with the value that \p R is at; empty when nothing is.
std::string GraphVerifier::malformed(ArgReader &R, unsigned Depth) {
  if (Depth > MaxArgumentDepth)
    return "it is nested more than " + std::to_string(MaxArgumentDepth) +
           " deep";
  ArgToken T = R.next();
  bool IsPairs = T.Kind == ArgKind::Dict || T.Kind == ArgKind::NamedTuple;
  if (IsPairs && T.Count % 2)
    return "a key has no value";
  if ((T.Kind == ArgKind::Slice || T.Kind == ArgKind::Range) && T.Count != 3)
    return "a slice or range has three parts";
  if (T.Kind == ArgKind::Complex && T.Count != 2)
    return "a complex number has two parts";
  if (T.Kind == ArgKind::TensorType && T.Count != 4 && T.Count != 7)
    return "the type of a tensor has four parts or seven";
  for (uint32_t I = 0; I != T.Count; ++I) {
    ArgReader Ahead = R;
    ArgKind Kind = Ahead.next().Kind;
    if (IsPairs && I % 2 == 0) {
      if (T.Kind == ArgKind::NamedTuple && Kind != ArgKind::String)
        return "the name of a field is not a string";
      ArgReader Key = R;
      for (uint64_t Left = 1; Left; --Left) {
        ArgToken Part = Key.next();
        if (Part.Kind == ArgKind::Node)
          return "a key of a dictionary holds a node";
        Left += Part.Count;
      }
    }
    if (T.Kind == ArgKind::Complex && Kind != ArgKind::Float)
      return "a part of a complex number is not a float";
    if (T.Kind == ArgKind::TensorType && I == 0 && Kind != ArgKind::DType)
      return "the type of a tensor begins with a dtype";
    if (std::string Why = malformed(R, Depth + 1); !Why.empty())
      return Why;
  }
  return "";
}

// V7
void GraphVerifier::verifySpec(const Node &N, const ArgSpec &Spec) {
  if (Spec.isPlain() || !Specs.insert(Spec.id()))
    return;
  ArrayRef<ArgSpec::Item> Items = Spec.items();
  SmallDenseSet<uint32_t, 8> Keywords;
  for (unsigned I = 0; I != Items.size(); ++I) {
    std::string Why;
    if (I >= Spec.numArgs() && !Items[I].Keyword)
      Why = "a keyword has no name";
    else if (Items[I].Keyword && !Keywords.insert(Items[I].Keyword).second)
      Why = "the keyword '" + Ctx.symbol(Items[I].Keyword).str().str() +
            "' occurs twice";
    ArgReader R(Spec, I);
    if (Why.empty())
      Why = malformed(R, 0);
    if (!Why.empty())
      report(diag::err_verify_arguments, N, N, Why);
  }
}
