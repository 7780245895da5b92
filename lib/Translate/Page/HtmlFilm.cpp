//===- HtmlFilm.cpp - What passes did, step by step -----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The page gets one layout of all nodes that there ever were, and rows that say
// what each node was from which step on (Film.h). Viewer/film.js shows those of
// one step.
//
//===----------------------------------------------------------------------===//

#include "HtmlPage.h"
#include "Recording/Film.h"
#include "ValueText.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

/// With more steps, or more changes of nodes by all of them, a page has only
/// the ends of passes unless it is asked for all.
static constexpr size_t MaxSteps = 200000, MaxRows = 1000000;

static void addFilm(const Film &F, Columns &C) {
  F.Rows.write(C);
  C.add("rowNode", F.RowBox);
  C.add("rowStop", F.RowStop);
  C.add("rowFirstEdge", F.FirstEdge);
  C.add("rowEdges", F.RowEdges);
  C.add("nodeBorn", F.Born);
  C.add("nodeGone", F.Gone);
  std::vector<uint32_t> FromNode, FromOf, MoveNode, MoveStop;
  for (auto [To, List] : enumerate(F.From))
    for (uint32_t From : List) {
      FromNode.push_back(From);
      FromOf.push_back(To);
    }
  for (auto [Node, Stop] : F.Moves) {
    MoveNode.push_back(Node);
    MoveStop.push_back(Stop);
  }
  C.add("fromNode", FromNode);
  C.add("fromOf", FromOf);
  C.add("moveNode", MoveNode);
  C.add("moveStop", MoveStop);
}

static std::string valid(StringRef Text) {
  return json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text);
}

/// Passes that changed something, with their stops.
static void writeSteps(const JournalReader &R, const Film &F,
                       json::OStream &J) {
  J.object([&] {
    J.attribute("complete", R.isComplete());
    J.attribute("operandEdges", int64_t(F.NumOperandEdges));
    J.attributeArray("passes", [&] {
      size_t Stop = 1;
      for (const JournalPass &P : R.passes()) {
        size_t First = Stop;
        while (Stop != F.Stops.size() &&
               F.Stops[Stop] <= P.FirstStep + P.NumSteps)
          ++Stop;
        J.object([&] {
          J.attribute("name", valid(P.name()));
          J.attribute("text", valid(P.Text));
          J.attribute("first", int64_t(First));
          J.attribute("count", int64_t(Stop - First));
          J.attribute("steps", int64_t(P.NumSteps));
          J.attribute("before", int64_t(P.NodesBefore));
          J.attribute("after", int64_t(P.NodesAfter));
          J.attribute("us", int64_t(P.Microseconds));
          J.attribute("failed", P.Ending == JournalPass::Failed ||
                                    P.Ending == JournalPass::Unfinished);
        });
      }
    });
    // For each stop: its number, what it was, and its node.
    J.attributeArray("stops", [&] {
      for (size_t Step : F.Stops)
        J.array([&] {
          J.value(int64_t(Step));
          J.value(Step ? valid(R.kindOf(Step)) : "");
          J.value(Step ? valid(R.placeOf(Step)) : "");
        });
    });
  });
}

Error fx::writeFilm(JournalReader &R, raw_ostream &OS,
                    const PageOptions &Options, FilmSteps Steps) {
  bool IsAuto = Steps == FilmSteps::Auto;
  bool EveryStep =
      Steps == FilmSteps::All || (IsAuto && R.numSteps() <= MaxSteps);
  auto Make = [&](bool Every, size_t Rows) -> Expected<std::unique_ptr<Film>> {
    auto F = std::make_unique<Film>();
    Expected<bool> IsDone = makeFilm(R, Options.Picture, Every, Rows, *F);
    if (!IsDone)
      return IsDone.takeError();
    return *IsDone ? std::move(F) : nullptr;
  };
  Expected<std::unique_ptr<Film>> Made =
      Make(EveryStep, IsAuto ? MaxRows : ~size_t(0));
  if (Made && !*Made)
    Made = Make(/*Every=*/false, ~size_t(0));
  if (!Made)
    return Made.takeError();
  Film &F = **Made;
  Columns C;
  addFilm(F, C);
  addPicture(F.View, F.Strings, C);
  Columns Details;
  F.Details.write(Details);
  PageSide Side;
  Side.Index = pageIndex(Options, C, Details);
  Side.Data = packed(C.bytes());
  Side.Details = packed(Details.bytes());
  Side.Contents = counted(R.numSteps(), "step");
  std::string Text;
  raw_string_ostream Stream(Text);
  json::OStream J(Stream);
  writeSteps(R, F, J);
  writePage(OS, Options.Title, Side, {"fx-film", Text});
  return Error::success();
}
