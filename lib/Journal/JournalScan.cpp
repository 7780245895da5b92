//===- JournalScan.cpp - Passes and steps of a journal --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JournalReaderImpl.h"

using namespace fx;
using namespace fx::journal;
using namespace llvm;

namespace {

/// Goes through all events once, without applying them.
class Scanner {
public:
  Scanner(ArrayRef<StringRef> Blocks, const Tables &T,
          std::vector<JournalPass> &Passes, std::vector<Step> &Steps)
      : Cursor(Blocks, T.Sizes), Passes(Passes), Steps(Steps) {}
  /// False where the bytes are damaged.
  bool run();

private:
  using NameParts = std::pair<uint32_t, uint32_t>;
  void noteNames(const Event &E);
  void noteEdit(const Event &E, const Position &Before);
  void addEdit(const Position &End, NameParts At, uint32_t What);
  void beginPass(const Event &E);
  void endPass(const Event &E);
  void closePass(bool IsOver);
  bool inPass() const { return IsInPass; }

  EventCursor Cursor;
  std::vector<JournalPass> &Passes;
  std::vector<Step> &Steps;
  /// For each graph, names indexed by numbers of nodes.
  std::vector<std::vector<NameParts>> Names;
  size_t NumNodes = 0; ///< That live, in all graphs.
  bool IsInPass = false;
  /// Graphs that were there when the pass began; edits of others are not steps.
  size_t OldGraphs = 0;
  std::vector<Step> Rewrites, Edits;
  EditSteps Erasures;
  NameParts Erasing;
  /// Whether anything came after the last step.
  bool HasRest = false;
};

} // namespace

void Scanner::noteNames(const Event &E) {
  if (E.Kind == EventKind::Frame && E.Flags == NewGraph)
    Names.emplace_back(1);
  if (E.Kind == EventKind::Create) {
    Names[E.Graph].push_back({E.NameBase, E.NameSuffix});
    ++NumNodes;
  }
  if (E.Kind == EventKind::Name)
    Names[E.Graph][E.Node] = {E.NameBase, E.NameSuffix};
  if (E.Kind == EventKind::Erase)
    NumNodes -= NumNodes != 0;
}

void Scanner::addEdit(const Position &End, NameParts At, uint32_t What) {
  Step S;
  S.End = End;
  S.Pass = Passes.size() - 1;
  std::tie(S.NameBase, S.NameSuffix) = At;
  S.What = What;
  Edits.push_back(S);
}

void Scanner::noteEdit(const Event &E, const Position &Before) {
  switch (E.Kind) {
  case EventKind::Create:
  case EventKind::Meta:
  case EventKind::Users:
  case EventKind::Frame:
    return;
  default:
    break;
  }
  if (E.Graph >= OldGraphs)
    return;
  NameParts At = Names[E.Graph][E.Node];
  if (E.Kind == EventKind::Erase) {
    if (Erasures.erases())
      addEdit(Before, Erasing, Step::Erased);
    Erasing = At;
    return;
  }
  Erasures.changes();
  addEdit(Cursor.position(), At,
          E.Kind == EventKind::Replace ? Step::Replaced : Step::Changed);
}

void Scanner::beginPass(const Event &E) {
  IsInPass = true;
  JournalPass &P = Passes.emplace_back();
  P.Text = E.Text.str();
  P.FirstStep = Steps.size() - 1;
  P.NodesBefore = P.NodesAfter = NumNodes;
  OldGraphs = Names.size();
  Rewrites.clear();
  Edits.clear();
  Erasures = {};
  HasRest = false;
}

/// Makes the steps of the pass; \p IsOver: its last one ends here.
void Scanner::closePass(bool IsOver) {
  JournalPass &P = Passes.back();
  IsInPass = false;
  P.NodesAfter = NumNodes;
  P.NamesRewrites = !Rewrites.empty();
  if (Erasures.finish())
    addEdit(Cursor.position(), Erasing, Step::Erased);
  std::vector<Step> &Own = P.NamesRewrites ? Rewrites : Edits;
  P.NumRewrites = Own.size();
  if (IsOver && Own.empty())
    addEdit(Cursor.position(), {}, 0);
  if (!IsOver && HasRest && (Own.empty() || P.NamesRewrites)) {
    // What the pass did after its last rewrite, before it died or failed.
    Step Last;
    Last.Pass = Passes.size() - 1;
    Last.What = Step::Rest;
    Own.push_back(Last);
  }
  if (!Own.empty())
    Own.back().End = Cursor.position();
  P.NumSteps = Own.size();
  Steps.insert(Steps.end(), Own.begin(), Own.end());
}

void Scanner::endPass(const Event &E) {
  JournalPass &P = Passes.back();
  P.Ending = JournalPass::EndingKind(E.Flags);
  P.Microseconds = E.Count;
  if (E.Flags != PassUnchanged)
    return closePass(E.Flags == PassChanged);
  IsInPass = false;
  P.NodesAfter = NumNodes;
}

bool Scanner::run() {
  Steps.emplace_back();
  Position Before = Cursor.position();
  Event E;
  for (; Cursor.next(E); Before = Cursor.position()) {
    noteNames(E);
    if (E.Kind == EventKind::Step) {
      if (!inPass())
        return false;
      Step &S = Rewrites.emplace_back();
      S.End = Cursor.position();
      S.Pass = Passes.size() - 1;
      S.NameBase = E.NameBase;
      S.NameSuffix = E.NameSuffix;
      S.What = E.Target;
      S.Graph = E.Graph;
      S.Node = E.Node;
      S.Path = E.Path;
      HasRest = false;
    } else if (E.Kind == EventKind::Pass) {
      // A pass begins where none runs, and ends where one does.
      if ((E.Flags == PassBegin) == inPass())
        return false;
      if (E.Flags != PassBegin) {
        endPass(E);
        continue;
      }
      if (Passes.empty())
        Steps[0].End = Before;
      beginPass(E);
    } else if (inPass()) {
      HasRest = true;
      noteEdit(E, Before);
    }
  }
  if (Cursor.isDamaged())
    return false;
  if (Passes.empty())
    Steps[0].End = Before;
  if (inPass())
    closePass(/*IsOver=*/false);
  return true;
}

Error JournalReader::Impl::scan() {
  if (Scanner(Blocks, Tables, Passes, Steps).run())
    return Error::success();
  return createStringError("the journal is damaged: an event cannot be read");
}
