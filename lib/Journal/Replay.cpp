//===- Replay.cpp - The state that a journal's events make ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of a value's users is part of the state, and what an edit does to
// it depends on how the edit was made. So events are applied by the same
// functions of Graph that made them. Undo takes uses back and then puts each
// user where it was, before the user that came after it.
//
//===----------------------------------------------------------------------===//

#include "Replay.h"
#include "fx/IR/Printer.h"
#include "fx/IR/SideTables.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace fx::journal;
using namespace llvm;

/// The low byte of the last word of an entry of the log.
enum UndoKind : uint8_t {
  UndoCreate,
  UndoErase,
  UndoReplaceAll,
  UndoReplace,
  UndoArguments,
  UndoOperands,
  UndoTarget,
  UndoOpcode,
  UndoName,
  UndoType,
  UndoMove,
  UndoMeta,
  UndoUsers,
  UndoText,
  UndoGraph,
};

static uint32_t entry(UndoKind Kind, uint32_t Graph) {
  return uint32_t(Kind) | Graph << 8;
}
/// Graphs that the last word has room for.
static constexpr size_t MaxGraphs = size_t(1) << 24;

void Replay::setNumber(GraphState &S, const Node *N, uint32_t Number) {
  uint32_t Id = N->id();
  if (Id >= S.Numbers.size())
    S.Numbers.resize(std::max<size_t>(Id + 1, S.Numbers.size() * 2));
  S.Numbers[Id] = Number;
}

void Replay::forget() {
  Log.clear();
  Texts.clear();
}

/// Makes Operands of the numbers in \p E; false where one is erased.
bool Replay::takeOperands(const Event &E) {
  Operands.clear();
  for (uint32_t Number : E.Nodes) {
    Node *N = node(E.Graph, Number);
    if (!N)
      return false;
    Operands.push_back(N);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Forwards
//===----------------------------------------------------------------------===//

bool Replay::create(GraphState &S, const Event &E) {
  Node *Before = S.Nodes[E.Other];
  if ((E.Other && !Before) || !takeOperands(E))
    return false;
  S.G->setInsertionPoint(Before ? Before->next() : S.G->front());
  Node *N = S.G->createNamed(
      Opcode(E.Flags & 7), T.Strings[E.Target], T.Specs[E.Spec], Operands,
      Name{T.Strings[E.NameBase].id(), E.NameSuffix}, T.Strings[E.Type]);
  setNumber(S, N, E.Node);
  S.Nodes.push_back(N);
  push(entry(UndoCreate, E.Graph));
  return true;
}

/// Keeps the operands of \p N and who comes after it among their users.
void Replay::keepOperands(const GraphState &S, const Node &N) {
  for (unsigned I = 0, End = N.numOperands(); I != End; ++I) {
    Node *After = N.nextUserOf(I);
    push(S.Numbers[N.operand(I)->id()]);
    push(After ? S.Numbers[After->id()] : 0);
  }
  push(N.numOperands());
}

bool Replay::erase(GraphState &S, const Event &E) {
  Node *N = S.Nodes[E.Node];
  if (!N || N->hasUsers())
    return false;
  Node *Next = N->next();
  push(uint32_t(N->op()));
  push(N->targetId());
  push(N->nameRef().Base);
  push(N->nameRef().Suffix);
  push(N->type().id());
  push(N->hasMeta() ? N->meta().id() : 0);
  push(Next ? S.Numbers[Next->id()] : 0);
  keepOperands(S, *N);
  push(N->specId());
  push(E.Node);
  push(entry(UndoErase, E.Graph));
  S.G->eraseNode(N);
  S.Nodes[E.Node] = nullptr;
  return true;
}

bool Replay::replace(GraphState &S, const Event &E) {
  Node *Old = S.Nodes[E.Node], *New = S.Nodes[E.Other];
  if (!Old || !New || Old == New)
    return false;
  auto IsOld = [&](const Use &U) { return S.G->node(U.Value) == Old; };
  // Then all uses of New are taken back; graphs that are not valid have uses of
  // a value by itself.
  bool IsWhole = E.Nodes.empty() && !New->hasUsers() &&
                 none_of(New->operandUses(), IsOld) &&
                 none_of(Old->operandUses(), IsOld);
  size_t Begin = Log.size();
  if (!IsWhole) {
    // The order of New's users is what it was once the others are gone.
    for (const Node *User : Old->users())
      for (unsigned I = 0, End = User->numOperands(); I != End; ++I)
        if (User->operand(I) == Old) {
          push(S.Numbers[User->id()]);
          push(I);
        }
    push((Log.size() - Begin) / 2);
  }
  NodeSet Chosen;
  for (uint32_t Number : E.Nodes)
    if (const Node *User = S.Nodes[Number])
      Chosen.insert(User);
  auto IsChosen = [&](Node *User) { return Chosen.contains(User); };
  unsigned Count =
      E.Nodes.empty()
          ? Old->replaceAllUsesWith(New)
          : Old->replaceAllUsesWith(New, function_ref<bool(Node *)>(IsChosen));
  push(E.Node);
  push(E.Other);
  push(entry(IsWhole ? UndoReplaceAll : UndoReplace, E.Graph));
  return Count == E.Count;
}

bool Replay::setOperands(GraphState &S, const Event &E) {
  Node *N = S.Nodes[E.Node];
  if (!N || !takeOperands(E) || Operands.size() != N->numOperands())
    return false;
  uint32_t Changed = 0;
  for (auto [I, New] : enumerate(Operands)) {
    Node *Old = N->operand(I);
    if (Old == New)
      continue;
    Node *After = N->nextUserOf(I);
    push(I);
    push(S.Numbers[Old->id()]);
    push(After ? S.Numbers[After->id()] : 0);
    ++Changed;
    N->setOperand(I, New);
  }
  push(Changed);
  push(E.Node);
  push(entry(UndoOperands, E.Graph));
  return true;
}

bool Replay::changeText(const Event &E) {
  if (E.Count > Frame.size() || E.Removed > Frame.size() - E.Count)
    return false;
  Texts.push_back(Frame.substr(E.Count, E.Removed));
  Frame.replace(E.Count, E.Removed, E.Text.data(), E.Text.size());
  push(uint32_t(E.Count));
  push(uint32_t(E.Text.size()));
  push(entry(UndoText, 0));
  return true;
}

bool Replay::apply(const Event &E) {
  if (E.Kind == EventKind::Frame) {
    if (E.Flags == NewText)
      return changeText(E);
    if (E.Flags == SelectGraph)
      return true;
    if (Graphs.size() == MaxGraphs)
      return false;
    Graphs.emplace_back().G = std::make_unique<Graph>(Ctx);
    push(entry(UndoGraph, 0));
    return true;
  }
  if (E.Kind == EventKind::Pass || E.Kind == EventKind::Step)
    return true;
  GraphState &S = Graphs[E.Graph];
  switch (E.Kind) {
  case EventKind::Create:
    return create(S, E);
  case EventKind::Erase:
    return erase(S, E);
  case EventKind::Replace:
    return replace(S, E);
  case EventKind::Operands:
    return setOperands(S, E);
  default:
    break;
  }
  Node *N = S.Nodes[E.Node];
  if (!N)
    return false;
  UndoKind Undo = UndoCreate;
  switch (E.Kind) {
  case EventKind::Arguments:
    if (!takeOperands(E))
      return false;
    keepOperands(S, *N);
    push(N->specId());
    S.G->assignSpec(N, T.Specs[E.Spec], Operands);
    Undo = UndoArguments;
    break;
  case EventKind::Target:
    push(N->targetId());
    N->setTarget(T.Strings[E.Target]);
    Undo = UndoTarget;
    break;
  case EventKind::Opcode:
    push(uint32_t(N->op()));
    N->setOp(Opcode(E.Flags));
    Undo = UndoOpcode;
    break;
  case EventKind::Name:
    push(N->nameRef().Base);
    push(N->nameRef().Suffix);
    S.G->assignName(N, Name{T.Strings[E.NameBase].id(), E.NameSuffix});
    Undo = UndoName;
    break;
  case EventKind::Type:
    push(N->type().id());
    N->setType(T.Strings[E.Type]);
    Undo = UndoType;
    break;
  case EventKind::Move: {
    Node *Before = S.Nodes[E.Other];
    if ((E.Other && !Before) || Before == N)
      return false;
    Node *Next = N->next();
    push(Next ? S.Numbers[Next->id()] : 0);
    if (Before)
      Before->append(N);
    else
      S.G->front()->prepend(N);
    Undo = UndoMove;
    break;
  }
  case EventKind::Meta:
    push(N->hasMeta() ? N->meta().id() : 0);
    if (E.Meta)
      N->setMeta(*T.Metas[E.Meta]);
    else
      N->clearMeta();
    Undo = UndoMeta;
    break;
  case EventKind::Users: {
    SmallVector<uint32_t, 8> Order;
    for (const Node *User : N->users())
      Order.push_back(S.Numbers[User->id()]);
    if (!takeOperands(E) || !N->setUserOrder(Operands))
      return false;
    Log.insert(Log.end(), Order.begin(), Order.end());
    push(Order.size());
    Undo = UndoUsers;
    break;
  }
  default:
    return false;
  }
  push(E.Node);
  push(entry(Undo, E.Graph));
  return true;
}

//===----------------------------------------------------------------------===//
// Backwards
//===----------------------------------------------------------------------===//

/// Gives \p N, or for null a new node at the insertion point, the operands that
/// keepOperands has kept.
void Replay::restoreOperands(GraphState &S, Node *N, uint32_t Spec) {
  uint32_t Count = pop();
  SmallVector<std::pair<Node *, Node *>, 8> Kept(Count);
  for (auto &[Operand, After] : reverse(Kept)) {
    After = S.Nodes[pop()];
    Operand = S.Nodes[pop()];
  }
  Operands.clear();
  for (auto &[Operand, After] : Kept)
    Operands.push_back(Operand);
  S.G->assignSpec(N, Spec, Operands);
  for (unsigned I = 0; I != Count; ++I)
    N->moveAmongUsersOf(I, Kept[I].second);
}

Node *Replay::recreate(GraphState &S, uint32_t Number) {
  uint32_t Spec = pop();
  // The operands are above what is needed first.
  uint32_t Count = Log.back();
  uint32_t *Fields = &Log[Log.size() - 1 - 2 * size_t(Count) - 7];
  Node *Next = S.Nodes[Fields[6]];
  S.G->setInsertionPoint(Next);
  auto SymbolOf = [this](uint32_t Id) {
    return Id ? Ctx.symbol(Id) : Symbol();
  };
  Node *N = S.G->createNamed(Opcode(Fields[0]), SymbolOf(Fields[1]),
                             ArgSpec::plainId(0), {},
                             Name{Fields[2], Fields[3]}, SymbolOf(Fields[4]));
  setNumber(S, N, Number);
  S.Nodes[Number] = N;
  if (Fields[5])
    N->setMeta(Ctx.meta(Fields[5]));
  restoreOperands(S, N, Spec);
  Log.resize(Log.size() - 7);
  return N;
}

void Replay::undoReplace(GraphState &S) {
  Node *New = S.Nodes[pop()];
  Node *Old = S.Nodes[pop()];
  uint32_t Count = pop();
  SmallVector<Node *, 16> Users;
  size_t Begin = Log.size() - 2 * size_t(Count);
  for (size_t I = Begin; I != Log.size(); I += 2) {
    Node *User = S.Nodes[Log[I]];
    if (User->operand(Log[I + 1]) == New)
      User->setOperand(Log[I + 1], Old);
    if (Users.empty() || Users.back() != User)
      Users.push_back(User);
  }
  Log.resize(Begin);
  Old->setUserOrder(Users);
}

void Replay::undoOne() {
  uint32_t Last = pop();
  UndoKind Kind = UndoKind(Last & 255);
  if (Kind == UndoGraph) {
    Graphs.pop_back();
    return;
  }
  if (Kind == UndoText) {
    uint32_t Size = pop(), Begin = pop();
    Frame.replace(Begin, Size, Texts.back());
    Texts.pop_back();
    return;
  }
  GraphState &S = Graphs[Last >> 8];
  switch (Kind) {
  case UndoCreate:
    S.G->eraseNode(S.Nodes.back());
    S.Nodes.pop_back();
    return;
  case UndoErase:
    recreate(S, pop());
    return;
  case UndoReplaceAll: {
    Node *New = S.Nodes[pop()], *Old = S.Nodes[pop()];
    New->replaceAllUsesWith(Old);
    return;
  }
  case UndoReplace:
    return undoReplace(S);
  default:
    break;
  }
  Node *N = S.Nodes[pop()];
  auto PopSymbol = [&] {
    uint32_t Id = pop();
    return Id ? Ctx.symbol(Id) : Symbol();
  };
  switch (Kind) {
  case UndoArguments: {
    uint32_t Spec = pop();
    return restoreOperands(S, N, Spec);
  }
  case UndoOperands:
    for (uint32_t Count = pop(); Count; --Count) {
      Node *After = S.Nodes[pop()], *Old = S.Nodes[pop()];
      uint32_t I = pop();
      N->setOperand(I, Old);
      N->moveAmongUsersOf(I, After);
    }
    return;
  case UndoTarget:
    return N->setTarget(PopSymbol());
  case UndoOpcode:
    return N->setOp(Opcode(pop()));
  case UndoName: {
    uint32_t Suffix = pop(), Base = pop();
    return S.G->assignName(N, Name{Base, Suffix});
  }
  case UndoType:
    return N->setType(PopSymbol());
  case UndoMove: {
    Node *Next = S.Nodes[pop()];
    if (Next)
      Next->prepend(N);
    else
      S.G->back()->append(N);
    return;
  }
  case UndoMeta:
    if (uint32_t Id = pop())
      N->setMeta(Ctx.meta(Id));
    else
      N->clearMeta();
    return;
  case UndoUsers: {
    Operands.resize(pop());
    for (Node *&User : reverse(Operands))
      User = S.Nodes[pop()];
    N->setUserOrder(Operands);
    return;
  }
  default:
    return;
  }
}

void Replay::undoTo(size_t Mark) {
  while (Log.size() > Mark)
    undoOne();
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Goes through the frame and the graphs whose places are in it.
void Replay::walkText(function_ref<void(StringRef)> OnText,
                      function_ref<void(uint32_t, unsigned)> OnGraph) const {
  std::vector<bool> Seen(Graphs.size());
  StringRef Rest = Frame;
  while (!Rest.empty()) {
    auto [Text, Tail] = Rest.split('\1');
    OnText(Text);
    auto [Place, After] = Tail.split('\1');
    auto [Number, Columns] = Place.split(':');
    Rest = After;
    size_t Graph = 0;
    unsigned Indent = 0;
    // No graph is in two places, nor very deep.
    if (Number.getAsInteger(10, Graph) || Graph >= Graphs.size() ||
        Columns.getAsInteger(10, Indent) || Indent > 1000 || Seen[Graph])
      continue;
    Seen[Graph] = true;
    OnGraph(Graph, Indent);
  }
}

void Replay::print(raw_ostream &OS) const {
  walkText([&](StringRef Text) { OS << Text; },
           [&](uint32_t Graph, unsigned Indent) {
             printFramedGraph(*Graphs[Graph].G, OS, Indent);
           });
}

std::vector<uint32_t> Replay::graphsInOrder() const {
  std::vector<uint32_t> Order;
  walkText([](StringRef) {},
           [&](uint32_t Graph, unsigned) { Order.push_back(Graph); });
  return Order;
}
