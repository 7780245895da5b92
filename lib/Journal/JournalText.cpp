//===- JournalText.cpp - Events as lines ----------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JournalReaderImpl.h"
#include "fx/IR/Printer.h"
#include "fx/Journal/JournalHistory.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace fx::journal;
using namespace llvm;

namespace {

/// Nodes, as graphs and numbers.
using NodeNumbers = DenseSet<std::pair<uint32_t, uint32_t>>;

/// Writes a line for each event, some before it is applied.
class EventPrinter {
public:
  /// Says nothing of the nodes \p Trials.
  EventPrinter(const Replay &State, const NodeNumbers &Trials, raw_ostream &OS)
      : State(State), Trials(Trials), OS(OS) {}
  void before(const Event &E);
  void after(const Event &E);

private:
  const Node *node(const Event &E, uint32_t Number) const {
    return Number ? State.node(E.Graph, Number) : nullptr;
  }
  raw_ostream &line(const Event &E, StringRef Sign) {
    OS << "  " << Sign << ' ';
    if (E.Graph)
      OS << "graph " << E.Graph << ": ";
    return OS;
  }
  void name(const Node *N) {
    OS << '%';
    if (N)
      N->printName(OS);
  }
  void place(const Node &N);

  bool isTrial(const Event &E) const {
    return Trials.contains({E.Graph, E.Node});
  }

  const Replay &State;
  const NodeNumbers &Trials;
  raw_ostream &OS;
  std::string OldName;
};

} // namespace

void EventPrinter::place(const Node &N) {
  if (!N.next())
    return;
  OS << " before ";
  name(N.next());
}

void EventPrinter::before(const Event &E) {
  const Node *N = E.Kind == EventKind::Erase || E.Kind == EventKind::Replace ||
                          E.Kind == EventKind::Name
                      ? node(E, E.Node)
                      : nullptr;
  if (!N || isTrial(E))
    return;
  if (E.Kind == EventKind::Erase) {
    line(E, "-");
    name(N);
    OS << '\n';
  } else if (E.Kind == EventKind::Replace) {
    line(E, ">");
    name(N);
    OS << " -> ";
    name(node(E, E.Other));
    OS << ", " << E.Count << (E.Count == 1 ? " use" : " uses");
    for (size_t I = 0; I != E.Nodes.size(); ++I) {
      OS << (I ? ", " : " by ");
      name(node(E, E.Nodes[I]));
    }
    OS << '\n';
  } else {
    OldName = N->name();
  }
}

void EventPrinter::after(const Event &E) {
  if (E.Kind == EventKind::Frame && E.Flags == NewGraph)
    OS << "  + graph " << State.numGraphs() - 1 << '\n';
  if (E.Kind == EventKind::Frame && E.Flags == NewText)
    OS << "  ~ modules, " << E.Removed << " bytes of text became "
       << E.Text.size() << '\n';
  const Node *N = E.Kind == EventKind::Frame || E.Kind == EventKind::Pass ||
                          E.Kind == EventKind::Step
                      ? nullptr
                      : node(E, E.Node);
  if (!N || isTrial(E))
    return;
  switch (E.Kind) {
  case EventKind::Create:
    printNode(*N, line(E, "+"));
    place(*N);
    break;
  case EventKind::Replace:
    return;
  case EventKind::Name:
    line(E, "~") << '%' << OldName << " is now ";
    name(N);
    break;
  case EventKind::Move:
    line(E, "^");
    name(N);
    place(*N);
    break;
  case EventKind::Users: {
    line(E, "~");
    name(N);
    OS << " users";
    char Before = ' ';
    for (const Node *User : N->users()) {
      OS << Before << (Before == ',' ? " " : "");
      name(User);
      Before = ',';
    }
    break;
  }
  case EventKind::Meta: {
    line(E, "~");
    name(N);
    OS << " {";
    StringRef Before;
    for (const KwArg &Entry : N->meta().entries()) {
      OS << Before << Entry.Name.str() << ": ";
      printArgument(Entry.Value, N->context(), OS);
      Before = ", ";
    }
    OS << '}';
    break;
  }
  default:
    printNode(*N, line(E, "~"));
    break;
  }
  OS << '\n';
}

/// Nodes that step \p Step makes and erases, to see whether they would do.
static NodeNumbers trialsOf(EventCursor Cursor, const Position &End) {
  NodeNumbers Made, Trials;
  Event E;
  while (!(Cursor.position() == End) && Cursor.next(E)) {
    if (E.Kind == EventKind::Create)
      Made.insert({E.Graph, E.Node});
    if (E.Kind == EventKind::Erase && Made.contains({E.Graph, E.Node}))
      Trials.insert({E.Graph, E.Node});
  }
  return Trials;
}

Error JournalReader::printEvents(size_t First, size_t Last, raw_ostream &OS) {
  for (size_t Step = First; Step <= Last; ++Step) {
    if (Error E = goTo(Step - 1))
      return E;
    NodeNumbers Trials = trialsOf(I->cursor(), I->Steps[Step].End);
    EventPrinter Printer(I->State, Trials, OS);
    OS << describeStep(*this, Step) << " {\n";
    if (Error E = I->forward(Step, [&](const Event &E, bool IsDone) {
          if (IsDone)
            Printer.after(E);
          else
            Printer.before(E);
        }))
      return E;
    OS << "}\n";
  }
  return Error::success();
}
