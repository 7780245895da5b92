//===- Graph.cpp - Creating, ordering and erasing nodes -------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphIndex.h"
#include "fx/IR/Module.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fx;
using namespace llvm;

GraphListener::~GraphListener() = default;

static constexpr StringLiteral OpcodeNames[NumOpcodes] = {
    "placeholder", "get_attr",    "call_function",
    "call_method", "call_module", "output"};

StringRef fx::toString(Opcode Op) { return OpcodeNames[unsigned(Op)]; }

std::optional<Opcode> fx::parseOpcode(StringRef Text) {
  for (unsigned I = 0; I != NumOpcodes; ++I)
    if (OpcodeNames[I] == Text)
      return Opcode(I);
  return std::nullopt;
}

Graph::Graph(Context &Ctx, Module *Owner)
    : Ctx(&Ctx), Owner(Owner), Store(this), Names(Ctx) {}

//===----------------------------------------------------------------------===//
// The list and its order
//===----------------------------------------------------------------------===//

// Numbers are a stride apart, so that most insertions find room between their
// neighbors; where there is none a window is spread out again. The wider a
// window, the emptier it must be: then the narrow windows in it have room for
// as many insertions as it took to spread it.
static constexpr uint32_t OrderStride = 64;
static constexpr uint64_t OrderWindow = 32;
static constexpr uint64_t WindowGrowth = 4;
static constexpr double StepGrowth = 1.5;

static constexpr StringLiteral ErasedPlace =
    "cannot insert at a node that was erased before";

void Graph::linkBefore(Node *N, Node *Before) {
  // The slot of what was erased may be that of the new node.
  if (LLVM_UNLIKELY(Before && (Before == N || Before->isErased()))) {
    refuse(ErasedPlace);
    Before = nullptr;
  }
  uint32_t Id = N->id();
  uint32_t Next = Before ? Before->id() : 0;
  uint32_t Prev = Before ? Before->PrevId : LastNode;
  N->PrevId = Prev;
  N->NextId = Next;
  (Prev ? node(Prev)->NextId : FirstNode) = Id;
  (Next ? Before->PrevId : LastNode) = Id;
  assignOrder(N);
}

void Graph::unlink(Node *N) {
  (N->PrevId ? node(N->PrevId)->NextId : FirstNode) = N->NextId;
  (N->NextId ? node(N->NextId)->PrevId : LastNode) = N->PrevId;
}

void Graph::assignOrder(Node *N) {
  uint32_t Low = N->PrevId ? node(N->PrevId)->Order : 0;
  if (!N->NextId) {
    if (Low > UINT32_MAX - OrderStride)
      return renumber(N);
    N->Order = Low + OrderStride;
    return;
  }
  uint32_t High = node(N->NextId)->Order;
  if (High - Low < 2)
    return renumber(N);
  N->Order = Low + (High - Low) / 2;
}

/// Spreads the numbers of a window around \p Around, which grows until the
/// numbers in it are far enough apart.
void Graph::renumber(Node *Around) {
  Node *First = Around, *Last = Around;
  uint64_t Count = 1, Low = 0, Step = 0; // Step has 32 binary places.
  double MinStep = 2;
  for (uint64_t Window = OrderWindow;; Window *= WindowGrowth) {
    while (Count < Window && (First->PrevId || Last->NextId)) {
      if (First->PrevId) {
        First = node(First->PrevId);
        ++Count;
      }
      if (Last->NextId) {
        Last = node(Last->NextId);
        ++Count;
      }
    }
    Low = First->PrevId ? node(First->PrevId)->Order : 0;
    uint64_t High =
        Last->NextId
            ? node(Last->NextId)->Order
            : std::min<uint64_t>(Low + (Count + 1) * OrderStride, UINT32_MAX);
    Step = ((High - Low) << 32) / (Count + 1);
    if (High - Low >= MinStep * (Count + 1) ||
        (!First->PrevId && !Last->NextId))
      break;
    MinStep *= StepGrowth;
  }
  uint64_t Order = Low << 32;
  for (Node *N = First;; N = node(N->NextId)) {
    Order += Step;
    N->Order = uint32_t(Order >> 32);
    if (N == Last)
      break;
  }
}

void Node::prepend(Node *N) {
  Graph &G = graph();
  if (N == this || G.refuses("cannot move", N))
    return;
  G.leaveInsertionPoints(N, /*Erased=*/false);
  G.leaveCursors(N, /*Erased=*/false);
  G.unlink(N);
  G.linkBefore(N, this);
  G.notifyChanged(*N, NodeChange::Place);
}

void Node::append(Node *N) {
  Graph &G = graph();
  if (N == this || G.refuses("cannot move", N))
    return;
  G.leaveInsertionPoints(N, /*Erased=*/false);
  G.leaveCursors(N, /*Erased=*/false);
  G.unlink(N);
  G.linkBefore(N, next());
  G.notifyChanged(*N, NodeChange::Place);
}

//===----------------------------------------------------------------------===//
// Creating
//===----------------------------------------------------------------------===//

Node *Graph::create(Opcode Op, uint32_t Target, uint32_t Spec,
                    ArrayRef<Node *> Operands, Name N, uint32_t Type) {
  Node *New = Store.allocateNode();
  New->FirstUse = New->LastUse = 0;
  New->TargetId = Target;
  New->NameBase = N.Base;
  New->NameSuffix = N.Suffix;
  New->SpecId = Spec;
  New->TypeId = Type;
  New->MetaId = 0;
  New->Loc = 0;
  New->Kind = uint8_t(Op);
  New->Flags = 0;
  New->Unused = 0;
  New->Serial = LastSerial = std::max(LastSerial + 1, 1u);
  attachOperands(New, Operands);
  linkBefore(New, InsertBefore);
  ++NumNodes;
  if (LLVM_UNLIKELY(Idx != nullptr))
    indexNode(New);
  notify([&](GraphListener &L) { L.nodeCreated(*New); });
  return New;
}

static TargetNaming namingOf(Opcode Op) {
  return Op == Opcode::CallFunction ? TargetNaming::Callable
                                    : TargetNaming::Path;
}

Name Graph::nameFor(Opcode Op, Symbol Target, StringRef Given) {
  return Given.empty() ? Names.createNameFor(Target, namingOf(Op))
                       : Names.createName(Given);
}

uint32_t Graph::internSpec(const ArgSpecBuilder &B) {
  if (!SpecCache)
    SpecCache = std::make_unique<std::array<SpecCacheEntry, SpecCacheSize>>();
  // A cheap hash finds the line of the cache; equality is checked in full.
  uint64_t Hash = B.Bytes.size() * 31 + B.Items.size();
  for (uint8_t Byte : ArrayRef<uint8_t>(B.Bytes).take_front(32))
    Hash = (Hash ^ Byte) * 0x100000001B3ull;
  SpecCacheEntry &E = (*SpecCache)[(Hash ^ (Hash >> 32)) % SpecCacheSize];
  if (E.Hash == Hash) {
    const ArgSpec &S = Ctx->spec(E.Id);
    if (S.bytes() == ArrayRef<uint8_t>(B.Bytes) && S.numArgs() == B.NumArgs &&
        S.items().size() == B.Items.size() &&
        std::equal(S.items().begin(), S.items().end(), B.Items.begin(),
                   [](const ArgSpec::Item &L, const ArgSpec::Item &R) {
                     return L.Keyword == R.Keyword && L.Offset == R.Offset;
                   }))
      return E.Id;
  }
  E = {Hash, Ctx->internSpec(B).id()};
  return E.Id;
}

Node *Graph::createNode(Opcode Op, Symbol Target, ArrayRef<Argument> Args,
                        ArrayRef<KwArg> Kwargs, StringRef GivenName,
                        Symbol Type) {
  ArgSpecBuilder B;
  for (const Argument &A : Args)
    B.addArg(A);
  for (const KwArg &K : Kwargs)
    B.addKwarg(K.Name, K.Value);
  Name N = nameFor(Op, Target, GivenName);
  bool Foreign = sanitizeOperands(B);
  Node *New = create(Op, Target.id(), internSpec(B), B.Operands, N, Type.id());
  if (LLVM_UNLIKELY(Foreign))
    noteForeign(New);
  return New;
}

ExportedProgram *Graph::program() const {
  if (Program)
    return Program;
  const Module *M = Owner;
  while (M && M->parent())
    M = M->parent();
  return M && M->graph() ? M->graph()->Program : nullptr;
}

Node *Graph::createPlain(Opcode Op, Symbol Target, ArrayRef<Node *> Operands) {
  bool Own = all_of(Operands, [this](Node *N) {
    return N && &N->graph() == this && !N->isErased();
  });
  if (LLVM_UNLIKELY(!Own || Operands.size() > ArgSpec::MaxPlain)) {
    SmallVector<Argument, 16> Args(Operands.begin(), Operands.end());
    return createNode(Op, Target, Args);
  }
  return create(Op, Target.id(), ArgSpec::plainId(Operands.size()), Operands,
                nameFor(Op, Target, {}), 0);
}

Node *Graph::createNamed(Opcode Op, Symbol Target, const ArgSpecBuilder &B,
                         Name N, Symbol Type) {
  return create(Op, Target.id(), internSpec(B), B.Operands, N, Type.id());
}

Node *Graph::placeholder(StringRef Target, std::optional<Argument> Default,
                         StringRef Type) {
  return createNode(Opcode::Placeholder, Ctx->intern(Target),
                    Default ? ArrayRef(*Default) : ArrayRef<Argument>(), {}, {},
                    Type.empty() ? Symbol() : Ctx->intern(Type));
}

Node *Graph::getAttr(StringRef Path, StringRef Type) {
  return createNode(Opcode::GetAttr, Ctx->intern(Path), {}, {}, {},
                    Type.empty() ? Symbol() : Ctx->intern(Type));
}

Node *Graph::callFunction(StringRef Target, ArrayRef<Argument> Args,
                          ArrayRef<KwArg> Kwargs, StringRef Name) {
  return createNode(Opcode::CallFunction, Ctx->intern(Target), Args, Kwargs,
                    Name);
}

Node *Graph::callMethod(StringRef Method, ArrayRef<Argument> Args,
                        ArrayRef<KwArg> Kwargs, StringRef Name) {
  return createNode(Opcode::CallMethod, Ctx->intern(Method), Args, Kwargs,
                    Name);
}

Node *Graph::callModule(StringRef Path, ArrayRef<Argument> Args,
                        ArrayRef<KwArg> Kwargs, StringRef Name) {
  return createNode(Opcode::CallModule, Ctx->intern(Path), Args, Kwargs, Name);
}

Node *Graph::output(const Argument &Result, StringRef Type) {
  return createNode(Opcode::Output, Ctx->intern("output"), Result, {}, {},
                    Type.empty() ? Symbol() : Ctx->intern(Type));
}

Node *Graph::outputNode() const {
  if (LastNode && back()->isOutput())
    return back();
  for (Node *N : reversedNodes())
    if (N->isOutput())
      return N;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// The insertion point
//===----------------------------------------------------------------------===//

InsertionGuard::InsertionGuard(Graph &G)
    : G(&G), Saved(G.InsertBefore), SavedIsBehind(G.InsertBehind),
      Outer(G.Guards) {
  G.Guards = this;
}

InsertionGuard::InsertionGuard(InsertionGuard &&O)
    : G(O.G), Saved(O.Saved), SavedIsBehind(O.SavedIsBehind), Outer(O.Outer) {
  if (!G)
    return;
  InsertionGuard **Place = &G->Guards;
  while (*Place != &O)
    Place = &(*Place)->Outer;
  *Place = this;
  O.G = nullptr;
}

InsertionGuard::~InsertionGuard() {
  if (!G)
    return;
  if (LLVM_LIKELY(G->Guards == this)) {
    G->Guards = Outer;
    G->setPoint(Saved, SavedIsBehind);
    return;
  }
  InsertionGuard *Inner = G->Guards;
  while (Inner->Outer != this)
    Inner = Inner->Outer;
  Inner->Outer = Outer;
  Inner->Saved = Saved;
  Inner->SavedIsBehind = SavedIsBehind;
}

InsertionGuard Graph::insertingBefore(Node *N) {
  if (LLVM_UNLIKELY(N && (&N->graph() != this || N->isErased())))
    return insertingAfter(N); // Which refuses it.
  InsertionGuard Guard(*this);
  setPoint(N ? N : front(), /*Behind=*/false);
  return Guard;
}

InsertionGuard Graph::insertingAfter(Node *N) {
  if (N && refuses("cannot insert at", N))
    return insertingAfter(nullptr);
  InsertionGuard Guard(*this);
  setPoint(N ? N->next() : nullptr, /*Behind=*/true);
  return Guard;
}

/// Moves insertion points off \p N, which is about to be erased or moved, to
/// its successor.
void Graph::leaveInsertionPoints(const Node *N, bool Erased) {
  if (InsertBefore == N && (Erased || InsertBehind))
    InsertBefore = N->next();
  for (InsertionGuard *Guard = Guards; Guard; Guard = Guard->Outer)
    if (Guard->Saved == N && (Erased || Guard->SavedIsBehind))
      Guard->Saved = N->next();
}

//===----------------------------------------------------------------------===//
// Erasing
//===----------------------------------------------------------------------===//

void Graph::refuse(const Twine &Why) {
  if (Refusal.empty())
    Refusal = Why.str();
}

bool Graph::refuses(StringRef Edit, const Node *N) {
  if (LLVM_LIKELY(N && &N->graph() == this && !N->isErased()))
    return false;
  if (!N)
    refuse(Edit + " a null pointer to a node");
  else if (N->isErased())
    refuse(Edit + " a node that was erased before");
  else
    refuse(Edit + " %" + N->name() + ": it is a node of another graph");
  return true;
}

Error Graph::checkErasable(const Node *N) const {
  if (&N->graph() != this)
    return createStringError("cannot erase %%%s: it is a node of another graph",
                             N->name().c_str());
  if (N->isErased())
    return createStringError("cannot erase a node that was erased before");
  if (!N->hasUsers())
    return Error::success();
  SmallVector<std::string, 4> Users;
  for (Node *U : N->users())
    if (Users.size() < 4)
      Users.push_back("%" + U->name());
  return createStringError("cannot erase %%%s: it has users (%s%s); give them "
                           "another operand first",
                           N->name().c_str(), join(Users, ", ").c_str(),
                           N->numUsers() > Users.size() ? ", ..." : "");
}

bool Graph::eraseNode(Node *N) {
  if (LLVM_UNLIKELY(!N || &N->graph() != this || N->isErased() ||
                    N->hasUsers())) {
    refuse(N ? llvm::toString(checkErasable(N))
             : "cannot erase a null pointer");
    return false;
  }
  notify([&](GraphListener &L) { L.nodeErased(*N); });
  detachOperands(N);
  if (LLVM_UNLIKELY(!Foreign.empty()))
    erase(Foreign, N->id());
  leaveInsertionPoints(N, /*Erased=*/true);
  bool IsHeld = leaveCursors(N, /*Erased=*/true);
  unlink(N);
  --NumNodes;
  N->Flags |= Node::FlagErased;
  N->SpecId = ArgSpec::plainId(0);
  if (!IsHeld)
    Store.freeNode(N);
  return true;
}

//===----------------------------------------------------------------------===//
// Changing what a node is
//===----------------------------------------------------------------------===//

void Graph::notifyChanged(Node &N, NodeChange What) {
  notify([&](GraphListener &L) { L.nodeChanged(N, What); });
}

/// An operand of \p User was replaced with all other uses of it.
void Graph::notifyUser(Node &User) {
  notify([&](GraphListener &L) {
    if (L.hearsUsers())
      L.nodeChanged(User, NodeChange::Operands);
  });
}

void Graph::forgetLeft() {
  erase(Listeners, nullptr);
  ListenersLeft = false;
}

void Graph::removeListener(GraphListener *L) {
  if (ActiveNotifications) {
    std::replace(Listeners.begin(), Listeners.end(), L,
                 static_cast<GraphListener *>(nullptr));
    ListenersLeft = true;
  } else {
    erase(Listeners, L);
  }
  UsersAreHeard = any_of(
      Listeners, [](auto *Other) { return Other && Other->hearsUsers(); });
}

void Node::setOp(Opcode Op) {
  Kind = uint8_t(Op);
  Graph &G = graph();
  if (G.Idx)
    G.indexNode(this);
  G.notifyChanged(*this, NodeChange::Opcode);
}

void Node::setTarget(Symbol Target) {
  TargetId = Target.id();
  Graph &G = graph();
  if (G.Idx)
    G.indexNode(this);
  G.notifyChanged(*this, NodeChange::Target);
}

void Node::setTarget(StringRef Target) { setTarget(context().intern(Target)); }

std::string Node::name() const { return nameRef().str(context()); }

void Node::printName(raw_ostream &OS) const { nameRef().print(OS, context()); }

void Node::rename(StringRef Candidate) {
  if (name() == Candidate)
    return;
  Graph &G = graph();
  G.assignName(this, G.Names.createName(Candidate));
}

void Graph::assignName(Node *N, Name New) {
  N->NameBase = New.Base;
  N->NameSuffix = New.Suffix;
  if (Idx)
    indexNode(N);
  notifyChanged(*N, NodeChange::Name);
}

bool Graph::renameNodesToCanonical() {
  Names = Namespace(*Ctx);
  // Entries of old names would hide new ones.
  Idx.reset();
  bool Changed = false;
  for (Node *N : nodes()) {
    Name New = nameFor(N->op(), N->target(), {});
    if (New == N->nameRef())
      continue;
    assignName(N, New);
    Changed = true;
  }
  return Changed;
}

void Node::setType(Symbol Type) {
  TypeId = Type.id();
  graph().notifyChanged(*this, NodeChange::Type);
}

void Node::setType(StringRef Type) {
  setType(Type.empty() ? Symbol() : context().intern(Type));
}

void Node::setMeta(StringRef Key, const Argument &Value) {
  setMeta(context().intern(Key), Value);
}

void Node::setMeta(Symbol Key, const Argument &Value) {
  assert(!Value.containsNode() && "metadata holds no nodes");
  SmallVector<KwArg, 8> Entries(meta().entries());
  auto *It = find_if(Entries, [&](const KwArg &E) { return E.Name == Key; });
  if (It != Entries.end())
    It->Value = Value;
  else
    Entries.push_back({Key, Value});
  setMetaId(context().internMeta(Entries).id());
}

void Node::eraseMeta(StringRef Key) {
  SmallVector<KwArg, 8> Entries(meta().entries());
  erase_if(Entries, [&](const KwArg &E) { return E.Name == Key; });
  setMetaId(context().internMeta(Entries).id());
}
