//===- JournalReader.cpp - Any state of a run of passes -------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JournalReaderImpl.h"
#include "fx/AsmParser/Parser.h"
#include "fx/Support/Checksum.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"
#include <zlib.h>

using namespace fx;
using namespace fx::journal;
using namespace llvm;

static Error damaged(const Twine &Why) {
  return createStringError("the journal is damaged: " + Why);
}

//===----------------------------------------------------------------------===//
// Blocks and tables
//===----------------------------------------------------------------------===//

/// Strings, then lines of native text: the nodes of a graph, whose arguments
/// and metadata are what is meant.
Error JournalReader::Impl::readTables(StringRef Data) {
  if (Data.size() < 4)
    return damaged("a table without a number of strings");
  uint32_t Count = support::endian::read32le(Data.data());
  const uint8_t *Cur = Data.bytes_begin() + 4, *End = Data.bytes_end();
  for (; Count; --Count) {
    uint64_t Size = 0;
    if (!readNumber(Cur, End, Size) || Size > uint64_t(End - Cur))
      return damaged("a string of a table is cut off");
    Tables.Strings.push_back(
        Ctx.intern({reinterpret_cast<const char *>(Cur), size_t(Size)}));
    Cur += Size;
  }
  Tables.Sizes.Strings = Tables.Strings.size() - 1;
  StringRef Lines(reinterpret_cast<const char *>(Cur), End - Cur);
  if (Lines.empty())
    return Error::success();
  std::string Text = ("fx 1\ngraph():\n    %hole = placeholder[target=hole]\n" +
                      Lines + "    return None\n")
                         .str();
  ParserOptions Options;
  Options.Dialect = ParserOptions::Native;
  Expected<std::unique_ptr<GraphModule>> M = parseModule(Ctx, Text, Options);
  if (!M)
    return damaged("a table: " + toString(M.takeError()));
  for (const Node *N : (*M)->graph().nodes()) {
    if (N->targetText() == "spec") {
      Tables.Specs.push_back(N->specId());
      Tables.Sizes.SpecOperands.push_back(N->numOperands());
    } else if (N->targetText() == "meta") {
      Tables.Metas.push_back(&N->meta());
    }
  }
  Tables.Sizes.Metas = Tables.Metas.size() - 1;
  return Error::success();
}

Error JournalReader::Impl::readPackedTables(StringRef Data) {
  if (Data.size() < 8)
    return damaged("a packed table without its size");
  uint64_t Size = support::endian::read64le(Data.data());
  Data = Data.drop_front(8);
  // No stream of deflate makes more than 1032 bytes of one.
  if (Size > MaxTableSize || Size / 1032 > Data.size() + 1)
    return damaged("a packed table claims to be too large");
  std::string Raw(Size, 0);
  uLongf Got = Size;
  if (uncompress(reinterpret_cast<Bytef *>(Raw.data()), &Got,
                 reinterpret_cast<const Bytef *>(Data.data()),
                 Data.size()) != Z_OK ||
      Got != Size)
    return damaged("a packed table cannot be unpacked");
  return readTables(Raw);
}

/// Reads blocks until one is not whole, as at the end of a journal whose
/// process was killed.
Error JournalReader::Impl::readBlocks() {
  StringRef Rest = Bytes->getBuffer();
  if (!Rest.consume_front(Magic))
    return createStringError(
        Rest.starts_with("fxj ")
            ? "the journal is of a version that this fx-opt does not know"
            : "not a journal: it does not begin with 'fxj 1'");
  while (Rest.size() >= BlockHeaderSize) {
    StringRef Type = Rest.take_front(4);
    uint32_t Size = support::endian::read32le(Rest.data() + 4);
    uint32_t CRC = support::endian::read32le(Rest.data() + 8);
    Rest = Rest.drop_front(BlockHeaderSize);
    if (Size > Rest.size())
      break;
    StringRef Data = Rest.take_front(Size);
    Rest = Rest.drop_front(Size);
    if (checksum(Data) != CRC)
      break;
    Error E = Error::success();
    if (Type == "HEAD")
      Head = Data;
    else if (Type == "TABL")
      E = readTables(Data);
    else if (Type == "TABZ")
      E = readPackedTables(Data);
    else if (Type == "EVNT" && !Data.empty())
      Blocks.push_back(Data);
    else if (Type == "DONE")
      IsComplete = Rest.empty();
    if (E)
      return E;
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

bool EventCursor::next(Event &E) {
  if (Damaged || Block == Blocks.size())
    return false;
  StringRef Data = Blocks[Block];
  const uint8_t *Begin = Data.bytes_begin(), *Cur = Begin + Offset;
  if (!decodeEvent(Cur, Data.bytes_end(), Sizes, State, E)) {
    Damaged = true;
    return false;
  }
  Offset = Cur - Begin;
  if (Offset == Data.size()) {
    ++Block;
    Offset = 0;
    State.Last = 0;
  }
  return true;
}

Position EventCursor::position() const {
  return {Block, Offset, State.Graph, State.Last};
}

void EventCursor::setPosition(const Position &P,
                              SmallVector<uint32_t, 4> NumNodes) {
  Block = P.Block;
  Offset = P.Offset;
  State.Graph = P.Graph;
  State.Last = P.Last;
  State.NumNodes = std::move(NumNodes);
}

EventCursor JournalReader::Impl::cursor() const {
  EventCursor Cursor(Blocks, Tables.Sizes);
  SmallVector<uint32_t, 4> NumNodes;
  for (size_t G = 0; G != State.numGraphs(); ++G)
    NumNodes.push_back(State.numNodes(G));
  Cursor.setPosition(Here, std::move(NumNodes));
  return Cursor;
}

/// Applies events up to the end of step \p To, which is not before this one.
/// \p Tell is called for each, before and after it.
Error JournalReader::Impl::forward(
    size_t To, function_ref<void(const Event &, bool)> Tell) {
  EventCursor Cursor = cursor();
  Event E;
  while (true) {
    while (Marks.size() <= To && Cursor.position() == Steps[Marks.size()].End)
      Marks.push_back(State.mark());
    if (Marks.size() > To)
      break;
    if (!Cursor.next(E))
      return damaged("an event cannot be read");
    if (Tell)
      Tell(E, /*IsDone=*/false);
    if (!State.apply(E))
      return damaged("an event does not fit the graph");
    if (Tell)
      Tell(E, /*IsDone=*/true);
  }
  Here = Cursor.position();
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The reader
//===----------------------------------------------------------------------===//

JournalReader::JournalReader(std::unique_ptr<Impl> I) : I(std::move(I)) {}
JournalReader::~JournalReader() = default;

Expected<std::unique_ptr<JournalReader>>
JournalReader::read(Context &Ctx, std::unique_ptr<MemoryBuffer> Bytes) {
  auto Own = std::make_unique<Impl>(Ctx, std::move(Bytes));
  if (Error E = Own->readBlocks())
    return E;
  if (Error E = Own->scan())
    return E;
  if (Error E = Own->forward(0))
    return E;
  Own->State.forget();
  Own->Marks = {0};
  return std::unique_ptr<JournalReader>(new JournalReader(std::move(Own)));
}

StringRef JournalReader::head() const { return I->Head; }
bool JournalReader::isComplete() const { return I->IsComplete; }
ArrayRef<JournalPass> JournalReader::passes() const { return I->Passes; }
size_t JournalReader::numSteps() const { return I->Steps.size() - 1; }
size_t JournalReader::step() const { return I->Marks.size() - 1; }

const JournalPass &JournalReader::passOf(size_t Step) const {
  return I->Passes[I->Steps[Step].Pass];
}

std::string JournalReader::placeOf(size_t Step) const {
  const journal::Step &S = I->Steps[Step];
  std::string Name = I->name(S.NameBase, S.NameSuffix);
  StringRef Path = I->string(S.Path);
  return Path.empty() ? Name : (Path + "/" + Name).str();
}

StringRef JournalReader::kindOf(size_t Step) const {
  switch (uint32_t What = I->Steps[Step].What) {
  case Step::Changed:
    return "changed";
  case Step::Replaced:
    return "replaced";
  case Step::Erased:
    return "erased";
  case Step::Rest:
    return "unfinished";
  default:
    return I->string(What);
  }
}

Error JournalReader::goTo(size_t Step) {
  assert(Step <= numSteps() && "no such step");
  if (Step < step()) {
    I->State.undoTo(I->Marks[Step]);
    I->Marks.resize(Step + 1);
    I->Here = I->Steps[Step].End;
    return Error::success();
  }
  // Undo takes about four bytes for each of an event.
  size_t Bytes = 0;
  for (uint32_t B = I->Here.Block; B < I->Steps[Step].End.Block; ++B)
    Bytes += I->Blocks[B].size();
  I->State.expect(Bytes);
  return I->forward(Step);
}

size_t JournalReader::numGraphs() const { return I->State.numGraphs(); }
Graph &JournalReader::graph(size_t Number) const {
  return I->State.graph(Number);
}
Node *JournalReader::node(size_t Graph, uint32_t Number) const {
  return I->State.node(Graph, Number);
}
uint32_t JournalReader::numberOf(size_t Graph, const Node &N) const {
  return I->State.numberOf(Graph, &N);
}

std::vector<std::pair<uint32_t, Module *>>
JournalReader::graphsOf(GraphModule &M) const {
  std::vector<uint32_t> Numbers = I->State.graphsInOrder();
  std::vector<std::pair<uint32_t, Module *>> Result;
  // Text has the graph of a module after those of the modules inside.
  SmallVector<std::pair<Module *, size_t>, 16> Stack = {{&M.root(), 0}};
  while (!Stack.empty() && Result.size() != Numbers.size()) {
    auto &[Of, NextChild] = Stack.back();
    if (NextChild != Of->children().size()) {
      Stack.push_back({Of->children()[NextChild++].get(), 0});
      continue;
    }
    if (Of->graph())
      Result.push_back({Numbers[Result.size()], Of});
    Stack.pop_back();
  }
  return Result;
}

Error JournalReader::next(function_ref<void(const JournalEdit &)> Tell) {
  // Who gets another value when one is replaced.
  SmallVector<uint32_t, 8> Users;
  return I->forward(step() + 1, [&](const Event &E, bool IsDone) {
    auto Say = [&](JournalEdit::EditKind Kind, uint32_t Node) {
      Tell({Kind, E.Graph, Node});
    };
    auto UsersOf = [&](uint32_t Number) {
      Users.clear();
      if (const Node *N = node(E.Graph, Number))
        for (const Node *User : N->users())
          Users.push_back(numberOf(E.Graph, *User));
    };
    if (!IsDone) {
      if (E.Kind == EventKind::Erase && node(E.Graph, E.Node))
        Say(JournalEdit::Gone, E.Node);
      else if (E.Kind == EventKind::Replace)
        UsersOf(E.Node);
      return;
    }
    switch (E.Kind) {
    case EventKind::Create:
      return Say(JournalEdit::Made, E.Node);
    case EventKind::Move:
      return Say(JournalEdit::Moved, E.Node);
    case EventKind::Frame:
      if (E.Flags != SelectGraph)
        Say(JournalEdit::Tree, 0);
      return;
    case EventKind::Name:
      // Users show the name.
      UsersOf(E.Node);
      Say(JournalEdit::Changed, E.Node);
      [[fallthrough]];
    case EventKind::Replace:
      for (uint32_t User : Users)
        Say(JournalEdit::Changed, User);
      return;
    case EventKind::Erase:
    case EventKind::Users:
    case EventKind::Pass:
    case EventKind::Step:
      return;
    default:
      return Say(JournalEdit::Changed, E.Node);
    }
  });
}

void JournalReader::print(raw_ostream &OS) const { I->State.print(OS); }

std::string JournalReader::text() const {
  std::string Text;
  raw_string_ostream OS(Text);
  print(OS);
  return Text;
}

Expected<std::unique_ptr<GraphModule>> JournalReader::module() const {
  return parseModule(I->Ctx, text());
}
