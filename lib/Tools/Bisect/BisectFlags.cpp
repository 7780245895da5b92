//===- BisectFlags.cpp - The flag --opt-bisect ----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Common/CommandLine.h"
#include "Common/StateFile.h"
#include "Opt/FXOptConfig.h"
#include "fx/Analysis/NodeSelector.h"
#include "fx/Support/NearestWord.h"

using namespace fx;
using namespace llvm;

static constexpr StringLiteral Expectation =
    "expected auto, auto=ORACLE, minimal, minimal=ORACLE, list, N or PASS:N";

static constexpr StringRef DiagnosticIds[] = {
#define FX_DIAGNOSTIC(NAME, SEVERITY, TEXT) #NAME,
#include "fx/Support/Diagnostics.inc"
};

/// `crash`, `verifier=ID`, `command=CMD`, after `pass=` or not.
static Error parseOracle(StringRef Text, BisectOptions &B) {
  B.PassesOnly = Text.consume_front("pass=");
  auto [Name, Argument] = Text.split('=');
  bool Takes = Name == "verifier" || Name == "command" || Name == "selector";
  bool Needs = Name == "command" || Name == "selector";
  bool IsKnown = Takes || Name == "crash" || Name == "numerics";
  if (!IsKnown)
    return createStringError(
        "expected the oracle crash, verifier, verifier=ID, numerics, "
        "command=CMD or selector=SELECTOR, not '" +
        Text + "'");
  if (Needs ? Argument.empty() : !Takes && Text != Name)
    return createStringError("the oracle '" + Name + "' " +
                             (Needs ? "needs" : "takes no") +
                             (Name == "command"    ? " a command"
                              : Name == "selector" ? " a selector"
                                                   : " value"));
  if (Name == "command")
    if (Error E = checkCommandsAllowed())
      return E;
  if (Name == "selector") {
    Context Ctx;
    if (Error E = NodeSelector::parse(Argument, Ctx).takeError())
      return E;
  }
  if (Name == "verifier" && !Argument.empty() &&
      !is_contained(DiagnosticIds, Argument)) {
    StringRef Near = nearestWord(Argument, DiagnosticIds);
    return createStringError(
        "the oracle 'verifier' takes the id of a message, as "
        "--show-diagnostic-ids shows it, not '" +
        Argument + "'" +
        (Near.empty() ? Twine() : "; did you mean '" + Near + "'?"));
  }
  B.Oracle = Name.str();
  B.Argument = Argument.str();
  return Error::success();
}

Error fx::parseTimeLimit(StringRef Text, std::optional<unsigned> &Seconds) {
  unsigned Number = 0;
  if (Text.getAsInteger(10, Number) || !Number)
    return createStringError("expected seconds from 1 on, not '" + Text + "'");
  Seconds = Number;
  return Error::success();
}

static Error parseBisect(StringRef Text, BisectOptions &B) {
  if (Text == "list") {
    B.Mode = BisectOptions::List;
    return Error::success();
  }
  if (Text == "auto" || Text.starts_with("auto=")) {
    B.Mode = BisectOptions::Auto;
    return Text == "auto" ? Error::success() : parseOracle(Text.substr(5), B);
  }
  if (Text == "minimal" || Text.starts_with("minimal=")) {
    B.Mode = BisectOptions::Minimal;
    if (Text == "minimal")
      return Error::success();
    if (Error E = parseOracle(Text.substr(8), B))
      return E;
    return B.PassesOnly
               ? createStringError("'pass=' is of auto, not of minimal")
               : Error::success();
  }
  auto [Pass, Number] = Text.rsplit(':');
  if (Number.empty())
    std::swap(Pass, Number);
  if (Number.getAsInteger(10, B.At))
    return createStringError(Expectation + ", not '" + Text + "'");
  B.Mode = BisectOptions::Stop;
  B.Pass = Pass.str();
  return Error::success();
}

void fx::addBisectFlags(CommandLine &Flags, FXOptConfig &C) {
  using Flag = CommandLineFlag;
  Flags.text("reproducer", "FILE", C.Reproducer,
             "Write a test of a pass that fails, dies or spoils the graph",
             Flag::Hidden);
  Flags.text("journal", "FILE", C.Journal,
             "Write every edit of the passes to FILE, for fx-journal",
             Flag::Hidden);
  Flags.list("why", "NODES", C.Why,
             "Say which passes made these nodes, and of what", Flag::Hidden);
  Flags.list("where-did", "GLOBS", C.WhereDid,
             "Say what became of nodes, by name, module or source line",
             Flag::Hidden);
  Flags.list("skip-rewrites", "LIST", C.SkippedRewrites,
             "Do not make these rewrites: RUN:WHAT@NODE,...", Flag::Hidden);
  Flags.text("input-of", "FILE", C.InputOf,
             "Refuse another model than the one of this journal", Flag::Hidden);
  Flags.list("only-rewrites", "LIST", C.OnlyRewrites,
             "Let passes do this alone: PASS or PASS:WHAT@NODE,..., by the "
             "numbers of passes in the pipeline",
             Flag::Hidden);
  BisectOptions &B = C.Bisect;
  Flags.add({"opt-bisect", Flag::RequiredValue, "WHAT",
             "Find the rewrite that is to blame: auto, auto=ORACLE; those that "
             "are together: minimal; list them; or stop after N or PASS:N",
             Flag::Hidden, [&B](std::optional<StringRef> Text) -> Error {
               return parseBisect(*Text, B);
             }});
  Flags.text("bisect-report", "FILE", B.Report,
             "Write what --opt-bisect finds as JSON, for fx-reduce "
             "--from-bisect",
             Flag::Hidden);
  Flags.add({"time-limit", Flag::RequiredValue, "SECONDS",
             "With --opt-bisect: a pass that takes longer hangs (default: 60)",
             Flag::Hidden, [&B](std::optional<StringRef> Text) {
               return parseTimeLimit(*Text, B.Seconds);
             }});
  Flags.needs("time-limit", {"opt-bisect"});
}
