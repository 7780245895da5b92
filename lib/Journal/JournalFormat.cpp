//===- JournalFormat.cpp - The bytes of a journal -------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JournalFormat.h"
#include "fx/IR/Node.h"

using namespace fx;
using namespace fx::journal;
using namespace llvm;

bool journal::readNumber(const uint8_t *&Cur, const uint8_t *End,
                         uint64_t &Value) {
  Value = 0;
  for (unsigned Shift = 0; Cur != End && Shift < 63; Shift += 7) {
    uint8_t Byte = *Cur++;
    Value |= uint64_t(Byte & 127) << Shift;
    if (!(Byte & 128))
      return true;
  }
  return false;
}

namespace {

/// Reads the fields of one event; stays false after the first wrong one.
class FieldReader {
public:
  FieldReader(const uint8_t *&Cur, const uint8_t *End, const TableSizes &Tables,
              DecodeState &State)
      : Cur(Cur), End(End), Tables(Tables), State(State) {}

  uint64_t number(uint64_t Limit = INT64_MAX) {
    uint64_t Value = 0;
    Good = Good && readNumber(Cur, End, Value) && Value <= Limit;
    return Good ? Value : 0;
  }
  uint32_t difference(uint32_t From) {
    return From + uint32_t(unzigzag(uint32_t(number(UINT32_MAX))));
  }
  /// A node that there was, or 0 where \p MayBeNone.
  uint32_t node(bool MayBeNone = false) {
    uint32_t Id = difference(State.Last);
    if (Id > State.NumNodes[State.Graph] || (!Id && !MayBeNone))
      Good = false;
    if (Id)
      State.Last = Id;
    return Good ? Id : 0;
  }
  uint32_t string(bool MayBeNone = false) {
    uint32_t I = number(Tables.Strings);
    Good = Good && (I || MayBeNone);
    return I;
  }
  uint32_t meta() { return number(Tables.Metas); }
  uint32_t spec() {
    uint32_t I = number(UINT32_MAX);
    Good = Good && I < Tables.SpecOperands.size();
    return Good ? I : 0;
  }
  /// \p Count nodes, each as a difference to \p From; not the node \p Except,
  /// which is not there yet.
  void nodes(uint64_t Count, uint32_t From, SmallVectorImpl<uint32_t> &Nodes,
             uint32_t Except = 0) {
    for (; Count && Good; --Count) {
      uint32_t Id = difference(From);
      Good = Good && Id && Id != Except && Id <= State.NumNodes[State.Graph];
      Nodes.push_back(Id);
    }
  }
  StringRef bytes() {
    uint64_t Size = number();
    if (!Good || Size > uint64_t(End - Cur)) {
      Good = false;
      return "";
    }
    StringRef Text(reinterpret_cast<const char *>(Cur), Size);
    Cur += Size;
    return Text;
  }

  bool Good = true;

private:
  const uint8_t *&Cur;
  const uint8_t *End;
  const TableSizes &Tables;
  DecodeState &State;
};

} // namespace

static void readFrame(FieldReader &R, DecodeState &State, Event &E) {
  switch (E.Flags) {
  case NewGraph:
    State.NumNodes.push_back(0);
    State.Graph = State.NumNodes.size() - 1;
    break;
  case SelectGraph:
    State.Graph = R.number(State.NumNodes.size() - 1);
    R.Good = R.Good && State.Graph < State.NumNodes.size();
    break;
  case NewText:
    E.Count = R.number();
    E.Removed = R.number();
    E.Text = R.bytes();
    return;
  default:
    R.Good = false;
  }
  State.Last = 0;
  E.Graph = State.Graph;
}

static void readPass(FieldReader &R, Event &E) {
  if (E.Flags == PassBegin) {
    E.Text = R.bytes();
    return;
  }
  E.Count = R.number();
  R.Good = R.Good && E.Flags <= PassFailed;
}

static void readStep(FieldReader &R, const DecodeState &State, Event &E) {
  E.NameBase = R.string(/*MayBeNone=*/true);
  E.NameSuffix = R.number(UINT32_MAX);
  if (E.Flags & SaysWhat)
    E.Target = R.string();
  if (!(E.Flags & SaysNode))
    return;
  E.Graph = R.number(UINT32_MAX);
  R.Good = R.Good && E.Graph < State.NumNodes.size();
  if (!R.Good)
    return;
  E.Node = R.number(State.NumNodes[E.Graph]);
  R.Good = R.Good && E.Node;
  E.Path = R.string(/*MayBeNone=*/true);
}

static void readNodeEvent(FieldReader &R, DecodeState &State, Event &E) {
  switch (E.Kind) {
  case EventKind::Create:
    E.Other = R.node(/*MayBeNone=*/true);
    E.Node = State.Last = ++State.NumNodes[State.Graph];
    E.Target = R.string();
    E.Spec = R.spec();
    R.Good = R.Good && (E.Flags & 7) < NumOpcodes;
    return;
  case EventKind::Erase:
    E.Node = R.node();
    return;
  case EventKind::Replace:
    E.Node = R.node();
    E.Other = R.node();
    E.Count = R.number(UINT32_MAX);
    if (E.Flags & 1)
      R.nodes(R.number(), E.Other, E.Nodes);
    return;
  case EventKind::Arguments:
    E.Node = R.node();
    E.Spec = R.spec();
    return;
  case EventKind::Operands:
    E.Node = R.node();
    R.nodes(R.number(), E.Node, E.Nodes);
    return;
  case EventKind::Target:
    E.Node = R.node();
    E.Target = R.string();
    return;
  case EventKind::Opcode:
    E.Node = R.node();
    R.Good = R.Good && E.Flags < NumOpcodes;
    return;
  case EventKind::Name:
    E.Node = R.node();
    E.NameBase = R.string(/*MayBeNone=*/true);
    E.NameSuffix = R.number(UINT32_MAX);
    return;
  case EventKind::Type:
    E.Node = R.node();
    E.Type = R.string(/*MayBeNone=*/true);
    return;
  case EventKind::Move:
    E.Node = R.node();
    E.Other = R.node(/*MayBeNone=*/true);
    return;
  case EventKind::Meta:
    E.Node = R.node();
    E.Meta = R.meta();
    return;
  case EventKind::Users:
    E.Node = R.node();
    R.nodes(R.number(), E.Node, E.Nodes);
    return;
  default:
    R.Good = false;
  }
}

bool journal::decodeEvent(const uint8_t *&Cur, const uint8_t *End,
                          const TableSizes &Tables, DecodeState &State,
                          Event &E) {
  E.Node = E.Other = E.Target = E.Spec = E.Type = E.Meta = E.Path = 0;
  E.Count = E.Removed = 0;
  E.Nodes.clear();
  uint8_t Byte = *Cur++;
  E.Kind = EventKind(Byte & 15);
  E.Flags = Byte >> 4;
  E.Graph = State.Graph;
  FieldReader R(Cur, End, Tables, State);
  if (E.Kind == EventKind::Frame) {
    readFrame(R, State, E);
  } else if (E.Kind == EventKind::Pass) {
    readPass(R, E);
  } else if (E.Kind == EventKind::Step) {
    readStep(R, State, E);
  } else {
    // An event of a node needs a graph.
    if (State.Graph >= State.NumNodes.size())
      return false;
    readNodeEvent(R, State, E);
    if (R.Good &&
        (E.Kind == EventKind::Create || E.Kind == EventKind::Arguments))
      R.nodes(Tables.SpecOperands[E.Spec], E.Node, E.Nodes,
              E.Kind == EventKind::Create ? E.Node : 0);
    if (E.Kind == EventKind::Create) {
      E.NameBase = R.string(/*MayBeNone=*/true);
      E.NameSuffix = R.number(UINT32_MAX);
      if (E.Flags & 8)
        E.Type = R.string();
    }
  }
  return R.Good;
}
