//===- JournalWriter.cpp - Writes what passes do to a module --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Journal/JournalWriter.h"
#include "JournalFormat.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/IR/Printer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace fx::journal;
using namespace llvm;

/// Trees whose text is longer are written at the ends of passes only.
static constexpr size_t MaxFrameOfStep = 256 * 1024;

/// Bytes of an event without its list of nodes.
static constexpr size_t MaxEvent = 64;
static constexpr size_t MaxNumber = 5;

/// Writes one event; nobody sees it before it is whole.
class JournalWriter::Encoder {
public:
  Encoder(JournalWriter &W, EventKind Kind, uint8_t Flags, size_t Nodes = 0)
      : W(W), P(W.room(MaxEvent + MaxNumber * Nodes)) {
    *P++ = uint8_t(Kind) | uint8_t(Flags << 4);
  }
  ~Encoder() { W.Cur = P; }
  void number(uint64_t Value) {
    while (Value >= 128) {
      *P++ = uint8_t(Value | 128);
      Value >>= 7;
    }
    *P++ = uint8_t(Value);
  }
  void difference(uint32_t Id, uint32_t From) {
    number(zigzag(int32_t(Id - From)));
  }
  /// A node, or 0.
  void node(uint32_t Id) {
    difference(Id, W.LastNode);
    if (Id)
      W.LastNode = Id;
  }
  void nodes(ArrayRef<Node *> Nodes, uint32_t From) {
    for (const Node *N : Nodes)
      difference(W.numberOf(N), From);
  }
  void operands(const Node &N, uint32_t From) {
    const uint32_t *Numbers = W.Current->Numbers.data();
    for (const Use &U : N.operandUses())
      difference(Numbers[U.Value], From);
  }
  void name(Name N, uint32_t Base) {
    number(Base);
    number(N.Suffix);
  }
  void text(StringRef Text) {
    number(Text.size());
    std::copy(Text.begin(), Text.end(), P);
    P += Text.size();
  }

private:
  JournalWriter &W;
  uint8_t *P;
};

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// The number at \p Id in a table by ids, or 0.
static uint32_t lookup(const std::vector<uint32_t> &Table, uint32_t Id) {
  return LLVM_LIKELY(Id < Table.size()) ? Table[Id] : 0;
}

/// The place of \p Id in a table by ids.
static uint32_t &entryOf(std::vector<uint32_t> &Table, uint32_t Id) {
  if (Id >= Table.size())
    Table.resize(std::max<size_t>(Id + 1, Table.size() * 2));
  return Table[Id];
}

inline uint32_t JournalWriter::stringIndex(uint32_t Symbol) {
  uint32_t Index = lookup(Strings, Symbol);
  return LLVM_LIKELY(Index || !Symbol) ? Index : addString(Symbol);
}

uint32_t JournalWriter::addString(uint32_t Symbol) {
  StringRef Text = M.context().symbol(Symbol).str();
  for (size_t Size = Text.size();; Size >>= 7) {
    StringBytes += char(Size < 128 ? Size : Size | 128);
    if (Size < 128)
      break;
  }
  StringBytes += Text;
  ++NewStrings;
  return entryOf(Strings, Symbol) = ++NumStrings;
}

void JournalWriter::addLine(const Node &N) {
  raw_string_ostream OS(Lines);
  OS << "    ";
  printNode(N, OS);
  OS << '\n';
}

inline uint32_t JournalWriter::specIndex(uint32_t Spec) {
  uint32_t Number = lookup(Specs, Spec);
  return (LLVM_LIKELY(Number) ? Number : addSpec(Spec)) - 1;
}

uint32_t JournalWriter::addSpec(uint32_t Spec) {
  Context &Ctx = M.context();
  SmallVector<Node *, 8> Holes(Ctx.spec(Spec).numOperands(), Hole);
  Symbol Word = Ctx.intern("spec");
  Node *N = Scratch->createNamed(Opcode::CallFunction, Word, Spec, Holes,
                                 Name{Word.id(), NumSpecs + 1}, Symbol());
  addLine(*N);
  Scratch->eraseNode(N);
  return entryOf(Specs, Spec) = ++NumSpecs;
}

uint32_t JournalWriter::metaIndex(const Node &N) {
  if (!N.hasMeta())
    return 0;
  uint32_t &Entry = entryOf(Metas, N.meta().id());
  if (LLVM_LIKELY(Entry))
    return Entry;
  Symbol Word = M.context().intern("meta");
  Node *Copy =
      Scratch->createNamed(Opcode::CallFunction, Word, ArgSpec::plainId(0), {},
                           Name{Word.id(), NumMetas + 1}, Symbol());
  Copy->setMeta(N.meta());
  addLine(*Copy);
  Scratch->eraseNode(Copy);
  return Entry = ++NumMetas;
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

JournalWriter::JournalWriter(GraphModule &M, StringRef Head, JournalOutput &Out)
    : M(M), Out(Out), Scratch(std::make_unique<Graph>(M.context())) {
  Hole = Scratch->placeholder("hole");
  Out.write(StringRef(Magic));
  writeBlock("HEAD", Head);
  // The graph of the module itself has number 0.
  addGraph(M.graph());
  writeFrame();
  flush(/*Deflate=*/true);
  M.root().addListener(this);
}

JournalWriter::~JournalWriter() {
  forgetSignals();
  M.root().removeListener(this);
  for (GraphState &S : Graphs)
    if (S.G)
      S.G->removeListener(this);
}

inline uint32_t JournalWriter::numberOf(const Node *N) const {
  return lookup(Current->Numbers, N->id());
}

/// The number of a node that may be gone, or 0.
uint32_t JournalWriter::numberOf(const RewritePlace &At, uint32_t Graph) {
  const GraphState &S = Graphs[Graph];
  uint32_t Number = lookup(S.Numbers, At.Id);
  // Another node may be in its place.
  if (Number && S.G->node(At.Id)->serial() == At.Serial)
    return Number;
  for (const ErasedNode &N : NewlyGone)
    Gone[{N.Graph, N.Serial}] = N.Number;
  NewlyGone.clear();
  return Gone.lookup({Graph, At.Serial});
}

void JournalWriter::selectGraph(Graph &G) {
  uint32_t Number = GraphNumbers.lookup(&G);
  Encoder(*this, EventKind::Frame, SelectGraph).number(Number);
  Current = &Graphs[Number];
  LastNode = 0;
}

/// Selects the graph of \p N, and returns its number. 0 where the node has not
/// been announced: the event that announces it says everything.
inline uint32_t JournalWriter::select(const Node &N) {
  Graph &G = N.graph();
  if (LLVM_UNLIKELY(!Current || Current->G != &G))
    selectGraph(G);
  return numberOf(&N);
}

/// Writes \p G as it is, and listens to it.
uint32_t JournalWriter::addGraph(Graph &G) {
  uint32_t Number = Graphs.size();
  GraphNumbers[&G] = Number;
  Graphs.emplace_back().G = &G;
  Encoder(*this, EventKind::Frame, NewGraph);
  Current = &Graphs.back();
  LastNode = 0;
  Current->Numbers.resize(G.idBound());
  SmallVector<Node *, 4> Deferred;
  for (Node *N : G.nodes()) {
    // Graphs that are not valid may use values before they are there.
    bool IsOrdered = all_of(N->operandUses(), [&](const Use &U) {
      return Current->Numbers[U.Value];
    });
    if (!IsOrdered)
      Deferred.push_back(N);
    create(*N, IsOrdered);
  }
  for (Node *N : Deferred)
    arguments(*N, uint8_t(EventKind::Arguments));
  writeUsersOf(G, /*All=*/!Deferred.empty());
  G.addListener(this);
  return Number;
}

/// Writes orders of users that are not those of the nodes, or all.
void JournalWriter::writeUsersOf(Graph &G, bool All) {
  for (Node *N : G.nodes()) {
    const Node *Last = nullptr;
    bool IsOrdered = !All || !N->hasUsers();
    for (const Node *User : N->users()) {
      IsOrdered &= !Last || Last->isBefore(User);
      Last = User;
    }
    if (!IsOrdered)
      usersReordered(*N);
  }
}

void JournalWriter::graphDestroyed(Graph &G) {
  auto It = GraphNumbers.find(&G);
  if (It == GraphNumbers.end())
    return;
  Graphs[It->second].G = nullptr;
  GraphNumbers.erase(It);
  // Another one may come to be at its address.
  Current = nullptr;
}

/// Symbols come without an event: values of new nodes need them.
static size_t numSymbols(const GraphModule &M) {
  const ExportedProgram *P = M.program();
  return P ? P->symbolics().size() + P->Ranges.size() : 0;
}

/// Where the text around the graphs changed, and graphs that are new in it.
void JournalWriter::writeFrame() {
  FrameChanged = false;
  NumSymbols = numSymbols(M);
  std::string New;
  raw_string_ostream OS(New);
  printModuleFrame(M, OS, [&](const Graph &G, unsigned Indent) {
    auto It = GraphNumbers.find(&G);
    uint32_t Number = It == GraphNumbers.end()
                          ? addGraph(const_cast<Graph &>(G))
                          : It->second;
    return "\1" + utostr(Number) + ":" + utostr(Indent) + "\1";
  });
  if (New == Frame)
    return;
  size_t Limit = std::min(New.size(), Frame.size()), Begin = 0, End = 0;
  while (Begin != Limit && New[Begin] == Frame[Begin])
    ++Begin;
  while (End != Limit - Begin &&
         New[New.size() - 1 - End] == Frame[Frame.size() - 1 - End])
    ++End;
  StringRef Text = StringRef(New).drop_front(Begin).drop_back(End);
  Encoder E(*this, EventKind::Frame, NewText, Text.size() / MaxNumber + 1);
  E.number(Begin);
  E.number(Frame.size() - Begin - End);
  E.text(Text);
  Frame = std::move(New);
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

void JournalWriter::create(Node &N, bool HasArguments) {
  uint32_t Number = ++Current->NumNodes;
  Current->Numbers[N.id()] = Number;
  uint32_t Target = stringIndex(N.targetId());
  uint32_t Spec = specIndex(HasArguments ? N.specId() : ArgSpec::plainId(0));
  uint32_t Base = stringIndex(N.nameRef().Base);
  uint32_t Type = stringIndex(N.type().id());
  {
    Encoder E(*this, EventKind::Create, uint8_t(N.op()) | (Type ? 8 : 0),
              HasArguments ? N.numOperands() : 0);
    const Node *Before = N.prev();
    E.node(Before ? numberOf(Before) : 0);
    LastNode = Number;
    E.number(Target);
    E.number(Spec);
    if (HasArguments)
      E.operands(N, Number);
    E.name(N.nameRef(), Base);
    if (Type)
      E.number(Type);
  }
  if (N.hasMeta())
    metaChanged(N);
}

/// Another listener may have made nodes, and used \p N, before this one heard
/// of any of them.
void JournalWriter::announce(Node &N) {
  Graph &G = N.graph();
  std::vector<uint32_t> &Numbers = Current->Numbers;
  if (LLVM_UNLIKELY(N.id() >= Numbers.size()))
    Numbers.resize(std::max<size_t>(G.idBound(), 2 * Numbers.size()));
  if (LLVM_UNLIKELY(Numbers[N.id()]))
    return;
  Node *Before = N.prev();
  if (Before && LLVM_UNLIKELY(!numberOf(Before)))
    announce(*Before);
  for (const Use &U : N.operandUses())
    if (LLVM_UNLIKELY(!lookup(Numbers, U.Value)))
      announce(*G.node(U.Value));
  create(N, /*HasArguments=*/true);
}

void JournalWriter::nodeCreated(Node &N) {
  select(N);
  announce(N);
}

void JournalWriter::nodeErased(Node &N) {
  uint32_t Number = select(N);
  if (!Number)
    return;
  Encoder(*this, EventKind::Erase, 0).node(Number);
  Current->Numbers[N.id()] = 0;
  NewlyGone.push_back({uint32_t(Current - Graphs.data()), N.serial(), Number});
}

void JournalWriter::usesReplaced(Node &Old, Node &New, unsigned Count,
                                 ArrayRef<Node *> Chosen) {
  uint32_t Number = select(Old);
  if (!Number)
    return;
  if (LLVM_UNLIKELY(!numberOf(&New)))
    announce(New);
  Encoder E(*this, EventKind::Replace, !Chosen.empty(), Chosen.size());
  E.node(Number);
  E.node(numberOf(&New));
  E.number(Count);
  if (Chosen.empty())
    return;
  E.number(Chosen.size());
  E.nodes(Chosen, LastNode);
}

void JournalWriter::arguments(Node &N, uint8_t Kind) {
  for (const Use &U : N.operandUses())
    if (LLVM_UNLIKELY(!lookup(Current->Numbers, U.Value)))
      announce(*N.graph().node(U.Value));
  bool Whole = EventKind(Kind) == EventKind::Arguments;
  uint32_t Spec = Whole ? specIndex(N.specId()) : 0;
  Encoder E(*this, EventKind(Kind), 0, N.numOperands());
  E.node(numberOf(&N));
  E.number(Whole ? Spec : N.numOperands());
  E.operands(N, LastNode);
}

void JournalWriter::nodeChanged(Node &N, NodeChange What) {
  uint32_t Number = select(N);
  if (!Number)
    return;
  switch (What) {
  case NodeChange::Arguments:
    return arguments(N, uint8_t(EventKind::Arguments));
  case NodeChange::Operands:
    return arguments(N, uint8_t(EventKind::Operands));
  case NodeChange::Opcode:
    return Encoder(*this, EventKind::Opcode, uint8_t(N.op())).node(Number);
  case NodeChange::Target: {
    uint32_t Target = stringIndex(N.targetId());
    Encoder E(*this, EventKind::Target, 0);
    E.node(Number);
    return E.number(Target);
  }
  case NodeChange::Name: {
    // Calls of modules name values.
    FrameChanged |= M.program() && M.program()->namesNodes();
    uint32_t Base = stringIndex(N.nameRef().Base);
    Encoder E(*this, EventKind::Name, 0);
    E.node(Number);
    return E.name(N.nameRef(), Base);
  }
  case NodeChange::Type: {
    uint32_t Type = stringIndex(N.type().id());
    Encoder E(*this, EventKind::Type, 0);
    E.node(Number);
    return E.number(Type);
  }
  case NodeChange::Place: {
    Encoder E(*this, EventKind::Move, 0);
    E.node(Number);
    const Node *Before = N.prev();
    return E.node(Before ? numberOf(Before) : 0);
  }
  }
}

void JournalWriter::metaChanged(Node &N) {
  uint32_t Number = select(N);
  if (!Number)
    return;
  uint32_t Meta = metaIndex(N);
  Encoder E(*this, EventKind::Meta, 0);
  E.node(Number);
  E.number(Meta);
}

void JournalWriter::usersReordered(Node &N) {
  uint32_t Number = select(N);
  if (!Number)
    return;
  SmallVector<Node *, 8> Users(N.users());
  Encoder E(*this, EventKind::Users, 0, Users.size());
  E.node(Number);
  E.number(Users.size());
  E.nodes(Users, LastNode);
}

//===----------------------------------------------------------------------===//
// Passes and steps
//===----------------------------------------------------------------------===//

void JournalWriter::beginPass(StringRef Text) {
  {
    Encoder E(*this, EventKind::Pass, PassBegin, Text.size() / MaxNumber + 1);
    E.text(Text);
  }
  flush();
  Gone.clear();
  NewlyGone.clear();
  PassBegan = std::chrono::steady_clock::now();
}

void JournalWriter::endStep(const RewritePlace &At, StringRef What) {
  FrameChanged |= numSymbols(M) != NumSymbols;
  if (FrameChanged && Frame.size() <= MaxFrameOfStep)
    writeFrame();
  Context &Ctx = M.context();
  // `conv2d_11` and `conv2d_12` share a string.
  Name Place = At.Name.empty() ? Name() : Namespace::parse(Ctx, At.Name);
  uint32_t Base = stringIndex(Place.Base);
  auto IndexOf = [&](StringRef Text) {
    return Text.empty() ? 0 : stringIndex(Ctx.intern(Text).id());
  };
  uint32_t Word = IndexOf(What), Path = 0, Node = 0;
  auto Graph = GraphNumbers.find(At.Owner);
  if (At.Owner && Graph != GraphNumbers.end()) {
    Node = numberOf(At, Graph->second);
    Path = IndexOf(At.Path);
  }
  Encoder E(*this, EventKind::Step,
            (Word ? SaysWhat : 0) | (Node ? SaysNode : 0));
  E.name(Place, Base);
  if (Word)
    E.number(Word);
  if (!Node)
    return;
  E.number(Graph->second);
  E.number(Node);
  E.number(Path);
}

void JournalWriter::endPass(Ending How) {
  auto Time = std::chrono::steady_clock::now() - PassBegan;
  // What is changed in place is not heard of.
  if (How != Ending::Unchanged || FrameChanged)
    writeFrame();
  Encoder(*this, EventKind::Pass, uint8_t(How))
      .number(
          std::chrono::duration_cast<std::chrono::microseconds>(Time).count());
}

void JournalWriter::finish() {
  flush();
  writeBlock("DONE", StringRef());
}
