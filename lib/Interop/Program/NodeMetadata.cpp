//===- NodeMetadata.cpp - Metadata of nodes of a program ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeMetadata.h"
#include "SchemaNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace fx;
using namespace fx::interop;
using namespace llvm;

/// More than any node has; all are compared with all.
static constexpr size_t MaxMetadata = 256;

bool NodeMetadata::readEntry(StringRef Key, uint32_t Begin) {
  Symbol Name = P.intern(Key), Value;
  P.R.peek();
  const char *At = P.R.position();
  // Neighbors often have the same single entries, too: stack traces are long.
  size_t Place = Strings.size() - Begin;
  if (Place >= LastStrings.size())
    LastStrings.resize(Place + 1);
  auto &[LastText, LastValue] = LastStrings[Place];
  if (!LastText.empty() &&
      StringRef(At, P.Text.end() - At).starts_with(LastText)) {
    P.R.setPosition(At + LastText.size());
    Value = LastValue;
  } else if (P.readSymbol(Value)) {
    LastText = StringRef(At, P.R.position() - At);
    LastValue = Value;
  } else {
    return false;
  }
  bool Taken = isProgramMetadata(Name.str());
  for (size_t I = Begin; I != Strings.size(); ++I)
    Taken |= Strings[I].Name == Name;
  if (Strings.size() - Begin > MaxMetadata)
    return P.R.fail("too many kinds of metadata", At);
  if (Taken)
    return P.R.fail("'" + Name.str() + "' comes twice, or is reserved", At);
  if (P.isOld())
    std::tie(Name, Value) = P.upgradeMetadata(Name, Value);
  Strings.push_back({Name, Argument::string(Value)});
  return true;
}

bool NodeMetadata::read(Texts &Read) {
  P.R.peek();
  const char *Begin = P.R.position();
  // Neighbors often have the same.
  if (!Last.empty() &&
      StringRef(Begin, P.Text.end() - Begin).starts_with(Last)) {
    P.R.setPosition(Begin + Last.size());
    Read = LastTexts;
    return true;
  }
  Read.Begin = Strings.size();
  if (!P.readMap([&](StringRef Key) { return readEntry(Key, Read.Begin); }))
    return false;
  Read.End = Strings.size();
  Last = StringRef(Begin, P.R.position() - Begin);
  LastTexts = Read;
  return true;
}

void NodeMetadata::setParts(Node *Producer, ArrayRef<Node *> Parts,
                            bool IsList) {
  Producers.push_back(
      {Producer, IsList, uint32_t(AllParts.size()), uint32_t(Parts.size())});
  append_range(AllParts, Parts);
}

void NodeMetadata::joinParts() {
  for (const Several &S : Producers) {
    SmallVector<Argument, 8> Vals;
    for (Node *Part : ArrayRef(AllParts).slice(S.First, S.Count))
      if (const Argument *Val = val(Part))
        Vals.push_back(*Val);
    if (Vals.size() == S.Count)
      setVal(S.Producer,
             S.IsList ? Argument::list(Vals) : Argument::tuple(Vals));
  }
}

void NodeMetadata::attach() {
  joinParts();
  Symbol Val = G.context().valKey();
  SmallVector<KwArg, 8> Entries;
  // Extra entries are few, and of few nodes.
  DenseMap<uint32_t, SmallVector<unsigned, 1>> ExtrasOf;
  for (auto [I, E] : enumerate(Extras))
    ExtrasOf[E.N->id()].push_back(I);
  for (uint32_t Id = 0; Id < OfNodes.size(); ++Id) {
    const Facts &F = OfNodes[Id];
    Entries.clear();
    if (!ExtrasOf.empty())
      if (auto It = ExtrasOf.find(Id); It != ExtrasOf.end())
        for (unsigned I : It->second)
          Entries.push_back(Extras[I].Entry);
    if (F.HasVal)
      Entries.push_back({Val, F.Val});
    Entries.append(Strings.begin() + F.Strings.Begin,
                   Strings.begin() + F.Strings.End);
    if (!Entries.empty())
      G.node(Id)->setMeta(P.Ctx.internMeta(Entries));
  }
}
