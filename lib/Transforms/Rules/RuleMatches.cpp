//===- RuleMatches.cpp - Files of the places where rules fit --------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleMatches.h"
#include "fx/IR/NodeDiagnostic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

Error fx::writeMatches(StringRef Path, ArrayRef<MatchRecord> Matches) {
  return writeToOutput(Path, [&](raw_ostream &OS) -> Error {
    OS << "{\"matches\": [";
    StringRef Separator = "\n";
    for (const MatchRecord &Match : Matches) {
      json::Object Record{{"rule", Match.Rule},
                          {"graph", Match.Graph},
                          {"root", Match.Root},
                          {"nodes", json::Array(Match.Nodes)}};
      if (!Match.Refused.empty())
        Record["refused"] = Match.Refused;
      // A line each: people edit this.
      OS << Separator << "  " << json::Value(std::move(Record));
      Separator = ",\n";
    }
    OS << "\n]}\n";
    return Error::success();
  });
}

namespace fx {
static bool fromJSON(const json::Value &Value, MatchRecord &Match,
                     json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  return Map && Map.map("rule", Match.Rule) && Map.map("root", Match.Root) &&
         Map.mapOptional("graph", Match.Graph) &&
         Map.mapOptional("nodes", Match.Nodes) &&
         Map.mapOptional("refused", Match.Refused);
}
} // namespace fx

Expected<std::vector<MatchRecord>> fx::readMatches(StringRef Path) {
  auto Wrong = [&](const Twine &What) {
    return makeError(diag::err_pass, SMLoc(), "rewrite",
                     "the matches in '" + Path + "': " + What);
  };
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text =
      MemoryBuffer::getFileOrSTDIN(Path, /*IsText=*/true);
  if (!Text)
    return Wrong(Text.getError().message());
  Expected<json::Value> File = json::parse((*Text)->getBuffer());
  if (!File)
    return Wrong(toString(File.takeError()));
  std::vector<MatchRecord> Matches;
  json::Path::Root Root("file");
  json::ObjectMapper Map(*File, Root);
  if (!Map || !Map.map("matches", Matches))
    return Wrong(toString(Root.getError()));
  erase_if(Matches, [](const MatchRecord &M) { return !M.Refused.empty(); });
  return Matches;
}
