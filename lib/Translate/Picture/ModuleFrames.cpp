//===- ModuleFrames.cpp - Which frame a node is drawn in ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleFrames.h"
#include "ValueText.h"
#include "fx/Analysis/ModuleStack.h"
#include "fx/IR/NodeDiagnostic.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace llvm;

unsigned ModuleFrames::addFrame(unsigned Parent, std::string Path,
                                std::string Class, const Graph *Code) {
  Frames.push_back({Parent, Frames[Parent].Depth + 1, std::move(Path),
                    std::move(Class), Code});
  return Frames.size() - 1;
}

unsigned ModuleFrames::child(unsigned Parent, StringRef Key, StringRef Path,
                             StringRef Class) {
  std::string Id = (Twine(Parent) + "/" + Key).str();
  auto [It, New] = Index.try_emplace(Id, Frames.size());
  if (New)
    addFrame(Parent, Path.str(), lastName(Class).str(), nullptr);
  return It->second;
}

/// What distinguishes calls of one module: the `@1` after the second one.
static StringRef callNumber(StringRef Key) {
  size_t At = Key.rfind('@');
  if (At == StringRef::npos || Key.substr(At + 1).empty() ||
      !all_of(Key.substr(At + 1), isDigit))
    return "";
  return Key.substr(At);
}

/// Where the nodes with \p Meta, an `nn_module_stack`, stand; none if it says
/// nothing.
std::optional<unsigned> ModuleFrames::inStack(const Argument &Meta,
                                              unsigned Base) {
  std::optional<ModuleStack> Stack = parseModuleStack(Meta);
  if (!Stack)
    return std::nullopt;
  // What a nested graph belongs to stands around that graph already.
  auto IsAround = [&](StringRef Path) {
    for (unsigned F = Base; F; F = Frames[F].Parent)
      if (Frames[F].Path == Path)
        return true;
    return false;
  };
  unsigned Frame = Base;
  for (const ModuleStackEntry &E : *Stack)
    if (!E.Path.empty() && !IsAround(E.Path))
      Frame = child(Frame, E.Path + callNumber(E.Key).str(), E.Path, E.Class);
  return Frame;
}

std::optional<unsigned> ModuleFrames::known(const Node &N, unsigned Base) {
  if (N.isPlaceholder() || N.isOutput())
    return Base;
  if (const Argument *Meta = N.meta("nn_module_stack")) {
    std::optional<unsigned> Frame;
    // Empty ones are nowhere.
    if (Meta->kind() == ArgKind::Dict && !Meta->empty()) {
      auto [It, New] = Stacks.try_emplace(Meta->elements().data());
      if (New)
        It->second = inStack(*Meta, Base);
      Frame = It->second;
    } else {
      Frame = inStack(*Meta, Base);
    }
    if (Frame)
      return Frame;
  }
  if (!N.isCallModule())
    return std::nullopt;
  unsigned Frame = Base;
  StringRef Path = N.targetText();
  for (size_t Dot = Path.find('.'); Dot != StringRef::npos;
       Dot = Path.find('.', Dot + 1)) {
    StringRef Owner = Path.take_front(Dot), Class;
    if (const Module *M = N.graph().owningModule())
      if (const Module *Sub = M->lookup(Owner))
        Class = Sub->className().str();
    Frame = child(Frame, Owner, Owner, Class);
  }
  return Frame;
}

unsigned ModuleFrames::common(unsigned A, unsigned B) const {
  while (A != B) {
    if (Frames[A].Depth < Frames[B].Depth)
      std::swap(A, B);
    A = Frames[A].Parent;
  }
  return A;
}

NodeMap<unsigned> ModuleFrames::place(const Graph &G, unsigned Base) {
  NodeMap<unsigned> Place(Base);
  NodeSet Known;
  Stacks.clear();
  auto Deeper = [&](unsigned A, unsigned B) {
    return Frames[A].Depth < Frames[B].Depth ? B : A;
  };
  for (const Node *N : G.nodes()) {
    std::optional<unsigned> Frame = known(*N, Base);
    if (Frame) {
      Known.insert(N);
    } else {
      Frame = Base;
      for (const Use &U : N->operandUses())
        Frame = Deeper(*Frame, Place.lookup(G.node(U.Value)));
    }
    Place[N] = *Frame;
  }
  // Users of a node are placed before it.
  for (const Node *N : G.reversedNodes()) {
    if (Known.contains(N))
      continue;
    std::optional<unsigned> Used;
    for (const Node *User : N->users())
      Used = Used ? common(*Used, Place.lookup(User)) : Place.lookup(User);
    unsigned Frame = Base;
    if (Used)
      for (const Use &U : N->operandUses())
        Frame = Deeper(Frame, common(*Used, Place.lookup(G.node(U.Value))));
    // Constants and the like depend on nothing.
    Place[N] = Used && !N->numOperands() ? *Used : Frame;
  }
  return Place;
}
