//===- OptBisect.cpp - --opt-bisect: which rewrite is to blame ------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bisector.h"
#include "Common/StateFile.h"
#include "Common/ToolOutput.h"
#include "PipelineChild.h"
#include "fx/IR/Printer.h"
#include "fx/Support/LineDiff.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace fx;
using namespace llvm;

/// How many steps beside one that the oracle cannot judge are tried.
static constexpr size_t MaxAside = 16;

static StringRef unitName(const TrackedPass &T) {
  switch (T.unit()) {
  case TrackedPass::ByRewrite:
    return "rewrite";
  case TrackedPass::ByEdit:
    return "edit";
  case TrackedPass::Whole:
    break;
  }
  return "run";
}

std::string fx::describeStep(const StepText &Text) {
  std::string Result;
  if (!Text.What.empty())
    Result = Text.What;
  if (!Text.At.empty())
    Result += (Result.empty() ? "%" : " %") + Text.At;
  return Result;
}

static const StepText *textOf(const TrackedPass &T, size_t Inside) {
  return Inside && Inside <= T.Texts.size() ? &T.Texts[Inside - 1] : nullptr;
}

ExitCode Bisector::usage(const Twine &Text) {
  Run.In.Diags
      .report(diag::err_flag_bad_value, SMLoc(), "--opt-bisect", Text.str())
      .file(Run.Config.Tool);
  return ExitUsage;
}

static void printLine(StringRef Key, const Twine &Text) {
  errs() << "  " << left_justify(Key, 8) << ' ' << Text << '\n';
}

void Bisector::line(StringRef Key, const Twine &Text) {
  Findings[Key] = json::fixUTF8(Text.str());
  printLine(Key, Text);
}

void Bisector::lineOfList(StringRef Key, const Twine &Text) {
  json::Value &Kept = Findings[Key];
  if (!Kept.getAsArray())
    Kept = json::Array();
  Kept.getAsArray()->push_back(json::fixUTF8(Text.str()));
  printLine(Key, Text);
}

std::string Bisector::describePass(const TrackedPass &T) const {
  std::string Text;
  raw_string_ostream OS(Text);
  T.P->print(OS);
  OS << ", run " << T.Run << " of " << Steps.numRuns();
  return Text;
}

/// The command line without --opt-bisect and -o.
std::vector<std::string> Bisector::wordsOf(StringRef Tool) const {
  std::vector<std::string> Words = {Tool.str()};
  append_range(Words, withoutFlags(Run.Config.Words,
                                   {"opt-bisect", "bisect-report", "o"}));
  if (Seed)
    Words.push_back("--seed=" + utostr(*Seed));
  return Words;
}

/// The command line with another value of --opt-bisect.
std::string Bisector::commandWith(StringRef Value) const {
  std::vector<std::string> Words = wordsOf("fx-opt");
  Words.push_back(("--opt-bisect=" + Value).str());
  return shellCommand(Words);
}

void Bisector::printSearch(const Twine &Verdict) {
  Findings["verdict"] = json::fixUTF8(Verdict.str());
  Run.In.Diags.report(diag::err_pass, SMLoc(), "opt-bisect", Verdict.str())
      .file(Run.Config.Input);
}

StringRef fx::reductionOf(StringRef Oracle) {
  return StringSwitch<StringRef>(Oracle)
      .Case("numerics", "--check-numerics")
      .Case("verifier", "--message")
      .Case("pass", "--message")
      .Case("crash", "--crash")
      .Default("");
}

/// The command that makes a small test of what was found.
void Bisector::printReduction(StringRef Flag) {
  if (Flag.empty())
    return;
  Findings["reduce"] = json::Array{Flag};
  std::vector<std::string> Words = wordsOf("fx-reduce");
  Words.push_back(Flag.str());
  Words.insert(Words.end(), {"-o", "reduced.fx"});
  line("test", shellCommand(Words));
}

//===----------------------------------------------------------------------===//
// list and stop
//===----------------------------------------------------------------------===//

ExitCode Bisector::list() {
  PassResult Result = Steps.record();
  size_t Number = 0;
  for (const TrackedPass &T : Steps.passes())
    for (size_t I = 1; I <= T.numSteps(); ++I) {
      errs() << right_justify(utostr(++Number), 6) << "  " << T.P->name() << ':'
             << I;
      if (const StepText *Text = textOf(T, I))
        errs() << "  " << describeStep(*Text);
      errs() << '\n';
    }
  return Result == PassResult::Failed    ? ExitFailure
         : Result == PassResult::Invalid ? ExitInvalid
                                         : ExitDone;
}

/// Makes the module what it is after so many steps.
ExitCode Bisector::stop() {
  const BisectOptions &O = options();
  if (!O.Pass.empty()) {
    bool IsThere = false;
    Run.Manager.pipeline().forEachPass(
        [&](Pass &P) { IsThere |= P.name() == O.Pass; });
    if (!IsThere)
      return usage("the pipeline has no pass '" + O.Pass + "'");
  }
  // Steps of all passes, or of those that count, and the last that counts.
  auto Count = [&O](const PassSteps &S) {
    size_t Sum = 0;
    for (const TrackedPass &T : S.passes())
      if (O.Pass.empty() || T.P->name() == O.Pass)
        Sum += T.numSteps();
    return Sum;
  };
  PassResult Result =
      Steps.record([&](const PassSteps &S) { return Count(S) >= O.At; });
  if (Result == PassResult::Failed)
    return ExitFailure;
  size_t Left = O.At, Step = 0;
  if (Count(Steps) < O.At)
    return usage("there are only " + Twine(Count(Steps)) + " steps" +
                 (O.Pass.empty() ? "" : " of '" + O.Pass + "'"));
  for (const TrackedPass &T : Steps.passes()) {
    bool Counts = O.Pass.empty() || T.P->name() == O.Pass;
    if (Counts && Left < T.numSteps()) {
      Step += Left;
      break;
    }
    Left -= Counts ? T.numSteps() : 0;
    Step += T.numSteps();
    if (Counts && !Left && O.At)
      break;
  }
  std::unique_ptr<GraphModule> State = Steps.state(Step);
  if (!State)
    return usage("the pass does something else when it is run again");
  // What is between two edits may be no valid graph: it is to be looked at.
  if (Run.Config.VerifyEach && !Run.Config.NoVerify)
    if (std::string Text = firstInvalidity(*State, Run.Odd).second;
        !Text.empty())
      Run.In.Diags.report(diag::warn_pass, SMLoc(), "opt-bisect",
                          "the graph is not valid there: " + Text);
  Run.In.Modules.front() = std::move(State);
  return ExitDone;
}

//===----------------------------------------------------------------------===//
// Searching
//===----------------------------------------------------------------------===//

Expected<std::unique_ptr<StateOracle>> Bisector::makeOracle(StringRef Name) {
  const BisectOptions &O = options();
  if (Name == "numerics")
    return createNumericsOracle(Numerics);
  if (Name == "verifier")
    return createVerifierOracle(Run.Odd, O.Argument);
  if (Name == "command")
    return createCommandOracle(Run.Config, Run.In, O.Argument);
  return createSelectorOracle(Run.In.Ctx, O.Argument);
}

Verdict Bisector::judge(StateOracle &Oracle, const GraphModule &M) {
  if (!Oracle.takesInvalid())
    if (std::string Text = firstInvalidity(M, Run.Odd).second; !Text.empty())
      return Verdict::unknown(Text);
  noteProbe();
  return Oracle.ask(M);
}

Verdict Bisector::probe(StateOracle &Oracle, size_t Step) {
  std::unique_ptr<GraphModule> M = Steps.state(Step);
  return M ? judge(Oracle, *M)
           : Verdict::unknown("the pass does something else when run again");
}

/// Asks about one of \p States near the middle, and returns which, with what it
/// is: what is between two edits is often no valid graph.
std::optional<std::pair<size_t, Verdict>>
Bisector::probeNear(StateOracle &Oracle, ArrayRef<size_t> States,
                    StringRef Signature) {
  size_t Last = States.size() - 1, Middle = Last / 2, Tried = 0;
  for (size_t Away = 0; Away < Last && Tried != MaxAside; ++Away)
    for (int Sign : {1, -1}) {
      if (Sign < 0 ? !Away || Middle < 1 + Away : Middle + Away >= Last)
        continue;
      size_t I = Sign < 0 ? Middle - Away : Middle + Away;
      if (I == 0)
        continue;
      ++Tried;
      if (Verdict V = probe(Oracle, States[I]).about(Signature);
          V.Kind != Verdict::Unknown)
        return std::pair(I, V);
    }
  return std::nullopt;
}

/// Leaves the first of \p States, which is good, the last, which is bad as
/// \p Last says, and those between them that cannot be judged.
void Bisector::narrow(StateOracle &Oracle, std::vector<size_t> &States,
                      Verdict &Last) {
  std::string Signature = Last.Signature;
  while (States.size() > 2) {
    auto Found = probeNear(Oracle, States, Signature);
    if (!Found)
      return;
    auto [I, V] = *Found;
    if (V.isBad()) {
      States.resize(I + 1);
      Last = V;
    } else {
      States.erase(States.begin(), States.begin() + I);
    }
  }
}

/// The last good state and the first bad one, of the failure that is \p Last at
/// the end. Passes first: in the middle of one that is right there may be
/// states that are not.
std::pair<size_t, size_t> Bisector::findStep(StateOracle &Oracle,
                                             Verdict &Last) {
  std::vector<size_t> States = {0};
  for (const TrackedPass &T : Steps.passes())
    States.push_back(States.back() + T.numSteps());
  narrow(Oracle, States, Last);
  if (!PassesOnly) {
    size_t Good = States.front(), Bad = States.back();
    States.clear();
    for (size_t Step = Good; Step <= Bad; ++Step)
      States.push_back(Step);
    narrow(Oracle, States, Last);
  }
  return {States.front(), States.back()};
}

ExitCode Bisector::searchBetween(StateOracle &Oracle, const Verdict &End) {
  Verdict Last = End;
  auto [Good, Bad] = findStep(Oracle, Last);
  // What else is wrong may have begun elsewhere.
  std::vector<std::string> Others;
  for (const auto &[Kind, Text] : End.All) {
    if (Kind == End.Signature)
      continue;
    Verdict Other = End.about(Kind);
    if (size_t Step = findStep(Oracle, Other).second; Step != Bad)
      Others.push_back(Kind + ", from step " + utostr(Step) +
                       " on: " + Other.Text);
  }
  reportStep(Oracle, Good, Bad, Last, Others);
  return ExitFailure;
}

/// The first users are enough for a node with thousands of them.
static std::string shortened(StringRef Text) {
  constexpr size_t MaxColumns = 240;
  std::string Result;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    Result += Line.take_front(MaxColumns);
    Result += Line.size() > MaxColumns ? "...\n" : "\n";
  }
  return Result;
}

void Bisector::printDifference(size_t Before, size_t After) {
  std::string Texts[2];
  for (unsigned I : {0, 1})
    if (std::unique_ptr<GraphModule> M = Steps.state(I ? After : Before)) {
      raw_string_ostream OS(Texts[I]);
      printModule(*M, OS, PrintFormat::Native);
    }
  std::string Diff;
  raw_string_ostream OS(Diff);
  printLineDiff(Texts[0], Texts[1], OS,
                Run.Config.Colors.value_or(errs().has_colors()), /*Context=*/1);
  errs() << shortened(Diff);
}

StringRef fx::badnessOf(const StateOracle &Oracle) {
  return Oracle.name() == "numerics"   ? "the result is wrong"
         : Oracle.name() == "verifier" ? "the graph is invalid"
         : Oracle.name() == "command"  ? "the command fails"
                                       : "the selected node is there";
}

/// Says that the state after \p Good steps is good and that after \p BadStep
/// bad.
void Bisector::reportStep(StateOracle &Oracle, size_t Good, size_t BadStep,
                          const Verdict &V, ArrayRef<std::string> Others) {
  const TrackedPass &T = Steps.passes()[Steps.passOf(BadStep)];
  size_t Inside = BadStep - Steps.begin(Steps.passOf(BadStep));
  printSearch(badnessOf(Oracle) + " from step " + Twine(BadStep) + " of " +
              Twine(Steps.size()) + " on");
  line("pass", describePass(T));
  if (Good + 1 != BadStep)
    line("step", "one of " + Twine(Good + 1) + " to " + Twine(BadStep) +
                     (PassesOnly ? "; only states between passes are judged"
                                 : "; the oracle cannot judge the states "
                                   "between"));
  else if (T.unit() != TrackedPass::Whole)
    line("step", unitName(T) + " " + Twine(Inside) + " of " +
                     Twine(T.numSteps()) + " in this pass");
  const StepText *Text = Good + 1 == BadStep ? textOf(T, Inside) : nullptr;
  if (Text)
    line(unitName(T), describeStep(*Text));
  line("because", V.Text);
  for (const std::string &Other : Others)
    lineOfList("also", Other);
  // The states before this one may be others next time.
  if (!Steps.repeats(T))
    line("random", "three runs of the pass on the same graph do not make the "
                   "same of it");
  line("probes", Twine(NumProbes) + " of " + Oracle.name());
  printDifference(Good, BadStep);
  line("good", commandWith(utostr(Good)));
  line("bad", commandWith(utostr(BadStep)));
  printReduction(reductionOf(Oracle.name()));
}

ExitCode Bisector::reportCrash(const PassCrash &Crash) {
  const StepProgress &Where = Crash.Where;
  // The passes before it, to count their steps.
  unsigned Before = Where.Runs - Where.InPass;
  (void)Steps.record(
      [Before](const PassSteps &S) { return S.numRuns() >= Before; });
  size_t Made = Where.Rewrites ? Where.Rewrites : Where.Edits;
  StringRef Unit = Where.Rewrites ? "rewrite" : "edit";
  std::string Seconds = utostr(options().secondsOfPass());
  // A loop without an end makes steps without an end: no number names one.
  std::string After = Crash.hasHung() && Made
                          ? ", in which it has made " + utostr(Made) + " " +
                                Unit.str() + (Made == 1 ? "" : "s")
                          : " after step " + utostr(Steps.size() + Made);
  if (Crash.hasHung())
    printSearch((Where.InPass ? "pass '" + StringRef(Where.Pass) + "'"
                              : Twine("what checks the graph")) +
                " has not ended after " + Seconds + " s" + (Made ? "" : ",") +
                After);
  else if (!Crash.Signal)
    printSearch("pass '" + StringRef(Where.Pass) +
                "' ends the process, with exit code " + Twine(Crash.ExitCode) +
                "," + After);
  else
    printSearch("fx-opt dies of signal " + Twine(Crash.Signal) + " (" +
                strsignal(Crash.Signal) + ")" + After);
  if (Where.InPass)
    line("pass", StringRef(Where.Pass) + ", run " + Twine(Where.Runs) +
                     ", after " + Twine(Made) + " " + Unit + "s of its own");
  else
    line("pass", "after " + StringRef(Where.Pass) + ", run " +
                     Twine(Where.Runs) + ", while its result is checked");
  // What it has asked for and not made.
  if (Where.InPass && Where.Asked[0])
    line("during", Where.Asked);
  line("probes", "1 of crash");
  line("before", commandWith(utostr(Steps.size())));
  printReduction(reductionOf("crash"));
  return ExitFailure;
}

/// The pipeline has ended with \p Result, and has said why.
ExitCode Bisector::reportFailure(PassResult Result) {
  const TrackedPass *T = Steps.culprit(Result);
  bool HasStep = T && T != &Steps.last();
  size_t Before = Steps.size() - (HasStep ? T->numSteps() : 0);
  size_t Made = T ? T->Rewrites ? T->Rewrites : T->Edits : 0;
  printSearch((T ? "pass '" + T->P->name() + "'" : Twine("the pipeline")) +
              " fails after step " + Twine(Before + Made));
  if (T)
    line("pass", describePass(*T) + ", after " + Twine(Made) +
                     (T->Rewrites ? " rewrites" : " edits") + " of its own");
  line("before", commandWith(utostr(Before)));
  printReduction(reductionOf("pass"));
  return ExitFailure;
}

/// Asks \p Oracle about both ends, twice each, and searches between them if the
/// last state is bad.
ExitCode Bisector::ask(StateOracle &Oracle, bool &Found) {
  Found = true;
  NumProbes = 0;
  std::unique_ptr<GraphModule> First = Steps.state(0);
  if (Error E = Oracle.begin(*First)) {
    Run.In.Diags.report(std::move(E), First->source());
    return ExitFailure;
  }
  Verdict Ends[2][2];
  for (unsigned I : {0, 1})
    for (size_t Step : {size_t(0), Steps.size()})
      Ends[Step != 0][I] = probe(Oracle, Step);
  for (auto &[A, B] : Ends)
    if (A.Kind != B.Kind || A.Signature != B.Signature) {
      printSearch(
          "the oracle '" + Oracle.name() +
          "' says two things of one state: " + (A.isBad() ? A : B).Text);
      return ExitInvalid;
    }
  if (Ends[0][0].Kind != Verdict::Good) {
    printSearch("the oracle '" + Oracle.name() +
                "' refuses the input: " + Ends[0][0].Text);
    return ExitFailure;
  }
  if (Ends[1][0].isBad())
    return IsMinimal ? searchSet(Oracle, Ends[1][0])
                     : searchBetween(Oracle, Ends[1][0]);
  Found = false;
  return ExitDone;
}

/// Not all values show a failure: those of branches that are not taken do not.
/// Where inputs are made up, other ones are tried.
ExitCode Bisector::askOtherSeeds(bool &Found) {
  const NumericsOptions &Given = Run.Config.Numerics;
  Found = false;
  if (!Given.Inputs.File.empty() || Given.Inputs.Seed)
    return ExitDone;
  for (uint64_t Other = 1; Other != NumSeeds; ++Other) {
    Numerics.Inputs.Seed = Other;
    Seed = Other;
    std::unique_ptr<StateOracle> Oracle = createNumericsOracle(Numerics);
    if (Error E = Oracle->begin(*Steps.state(0))) {
      consumeError(std::move(E));
      continue;
    }
    // Whether it is bad is asked once: most are not.
    if (!probe(*Oracle, Steps.size()).isBad())
      continue;
    if (ExitCode Code = ask(*Oracle, Found); Found)
      return Code;
  }
  Seed.reset();
  return ExitDone;
}

ExitCode Bisector::search() {
  Shown.emplace("states tried");
  ExitCode Code = searchAll();
  Shown.reset();
  return writeReport(Code);
}

/// Writes what was found where it was asked for.
ExitCode Bisector::writeReport(ExitCode Code) {
  if (options().Report.empty())
    return Code;
  Findings["format"] = "fx-bisect";
  Findings["version"] = 1;
  Findings["input"] = json::fixUTF8(Run.Config.Input);
  std::vector<std::string> Words = wordsOf("fx-opt");
  json::Array Arguments;
  for (const std::string &Word : drop_begin(Words))
    if (Word != Run.Config.Input)
      Arguments.push_back(json::fixUTF8(Word));
  Findings["arguments"] = std::move(Arguments);
  Error E = writeOutput(options().Report, [&](raw_ostream &OS) {
    OS << formatv("{0:2}", json::Value(std::move(Findings))) << '\n';
  });
  return Run.In.Diags.report(std::move(E), Run.Config.Tool) ? ExitFailure
                                                            : Code;
}

ExitCode Bisector::searchAll() {
  const BisectOptions &O = options();
  PassesOnly = O.PassesOnly;
  IsMinimal = O.Mode == BisectOptions::Minimal;
  bool Any = O.Oracle.empty();
  std::string NoChildren = whyNoChildren();
  if (O.Oracle == "crash" && !NoChildren.empty())
    return usage(NoChildren);
  explainDeathWithoutChildren();
  // After a crash there is no state that another oracle could judge.
  if (std::optional<PassCrash> Crash = findCrash(Run))
    return IsMinimal && Crash->Where.InPass ? searchCrashSet(*Crash)
                                            : reportCrash(*Crash);
  std::unique_ptr<GraphModule> Input = Run.In.Modules.front()->clone();
  PassResult Result = Steps.record();
  if (Steps.endsBetweenSteps(Result))
    return IsMinimal ? searchFailureSet(*Input, Steps.culprit(Result))
                     : reportFailure(Result);
  if (Steps.size() == 0) {
    hideProgress();
    errs() << "opt-bisect: no pass changes anything\n";
    return ExitDone;
  }
  std::vector<StringRef> Names;
  if (Any) {
    Names.push_back("verifier");
    // Without LibTorch there is nobody to ask.
    if (Expected<TorchBackend &> Torch = loadTorchBackend())
      Names.push_back("numerics");
    else
      consumeError(Torch.takeError());
  } else if (O.Oracle != "crash") {
    Names.push_back(O.Oracle);
  }
  for (StringRef Name : Names) {
    Expected<std::unique_ptr<StateOracle>> Oracle = makeOracle(Name);
    if (!Oracle)
      return usage(toString(Oracle.takeError()));
    bool Found = false;
    if (ExitCode Code = ask(**Oracle, Found); Found)
      return Code;
    if (Name != "numerics")
      continue;
    if (ExitCode Code = askOtherSeeds(Found); Found)
      return Code;
  }
  if (!succeeded(Result))
    return reportFailure(Result);
  hideProgress();
  errs() << "opt-bisect: nothing is wrong after " << Steps.size()
         << (Steps.size() == 1 ? " step" : " steps") << "; asked: "
         << ((Any && NoChildren.empty()) || O.Oracle == "crash" ? "crash" : "");
  for (StringRef Name : Names)
    errs() << (Any && (NoChildren.empty() || Name != Names.front()) ? ", " : "")
           << Name;
  errs() << '\n';
  return ExitDone;
}

ExitCode fx::runBisection(const BisectRun &Run) {
  Bisector B(Run);
  switch (Run.Config.Bisect.Mode) {
  case BisectOptions::List:
    return B.list();
  case BisectOptions::Stop:
    return B.stop();
  default:
    return B.search();
  }
}
