//===- BisectOracle.cpp - Whether a module is bad, and how ----------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BisectOracle.h"
#include "Common/StateFile.h"
#include "PipelineChild.h"
#include "fx/Analysis/NodeSelector.h"
#include "fx/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace fx;
using namespace llvm;

StateOracle::~StateOracle() = default;

Verdict Verdict::about(StringRef Other) const {
  if (Kind != Bad || Signature == Other)
    return *this;
  if (All.empty())
    return unknown(Text);
  for (const auto &[Found, Said] : All)
    if (Found == Other)
      return {Bad, Found, Said, All};
  return good();
}

std::pair<std::string, std::string> fx::firstInvalidity(const GraphModule &M,
                                                        const OddValues &Odd) {
  std::pair<std::string, std::string> First;
  DiagnosticEngine Diags;
  Diags.setHandler([&](const Diagnostic &D) {
    if (D.Sev == Severity::Error && First.first.empty())
      First = {diag::name(D.Id).str(), D.str()};
  });
  if (verifyAgain(M, Diags))
    (void)verifyProgramAgain(M, Diags, Odd);
  return First;
}

std::string fx::signatureOfDifference(StringRef Difference) {
  std::string Kind = "value";
  if (Difference.contains("and now returns"))
    return "count of results";
  if (Difference.contains("and now has"))
    Kind = "sharing";
  else if (Difference.contains("one is ") ||
           Difference.contains("one of the tensors is "))
    Kind = "type";
  else if (Difference.contains_insensitive("nan"))
    Kind = "NaN";
  // Which of several results it is may change with what is left out.
  StringRef Where = Difference.starts_with("what it writes")   ? "an input"
                    : Difference.starts_with("what it leaves") ? "state"
                                                               : "a result";
  return Kind + " of " + Where.str();
}

namespace {

class NumericsOracle final : public StateOracle {
public:
  explicit NumericsOracle(const NumericsOptions &Options) : Checker(Options) {}
  StringRef name() const override { return "numerics"; }
  Error begin(const GraphModule &M) override {
    // What children ask of must have no threads to wait for.
    consumeError(loadTorchForChildren().takeError());
    auto Begin = std::chrono::steady_clock::now();
    Error E = Checker.begin(M);
    std::chrono::duration<double> Time =
        std::chrono::steady_clock::now() - Begin;
    Seconds = unsigned(std::max(5.0, 20 * Time.count() + 0.5));
    return E;
  }
  Verdict ask(const GraphModule &M) override {
    bool HasHung = false;
    std::optional<std::string> Text = textOfChild(
        Seconds,
        [&](raw_ostream &OS) {
          if (Expected<std::vector<std::string>> D = Checker.probeAll(M))
            OS << 'D' << join(*D, StringRef("\0", 1));
          else
            OS << 'E' << toString(D.takeError());
        },
        &HasHung);
    if (!Text && HasHung)
      return {Verdict::Bad, "not ended",
              "it has not ended after " + utostr(Seconds) + " s"};
    StringRef Said = Text ? StringRef(*Text) : "Eit dies";
    if (Said.consume_front("E"))
      return {Verdict::Bad, "not run", ("it cannot be run: " + Said).str()};
    Said.consume_front("D");
    if (Said.empty())
      return Verdict::good();
    Verdict V{Verdict::Bad, "", "", {}};
    SmallVector<StringRef> Differences;
    Said.split(Differences, '\0');
    for (StringRef D : Differences) {
      std::string Signature = signatureOfDifference(D);
      if (none_of(V.All, [&](const auto &A) { return A.first == Signature; }))
        V.All.emplace_back(std::move(Signature), D.str());
    }
    std::tie(V.Signature, V.Text) = V.All.front();
    return V;
  }

private:
  NumericsChecker Checker;
  /// Most that a state may take.
  unsigned Seconds = 0;
};

class VerifierOracle final : public StateOracle {
public:
  VerifierOracle(const OddValues &Odd, StringRef Id) : Odd(Odd), Id(Id) {}
  StringRef name() const override { return "verifier"; }
  bool takesInvalid() const override { return true; }
  Verdict ask(const GraphModule &M) override {
    auto [Found, Text] = firstInvalidity(M, Odd);
    if (Found.empty() || (!Id.empty() && Found != Id))
      return Verdict::good();
    return {Verdict::Bad, Found, Text};
  }

private:
  const OddValues &Odd;
  std::string Id;
};

class CommandOracle final : public StateOracle {
public:
  CommandOracle(const FXOptConfig &Config, const InputFile &Origin,
                StringRef Command)
      : Config(Config), Origin(Origin), Command(Command) {}
  StringRef name() const override { return "command"; }
  Verdict ask(const GraphModule &M) override {
    SmallString<128> File;
    if (std::error_code EC = sys::fs::createTemporaryFile(
            "fx-probe", endingOf(Config.form()), File))
      return Verdict::unknown(EC.message());
    StateRemover Remover(File);
    if (Error E = writeState(M, Origin, File, Config.form()))
      return Verdict::unknown(toString(std::move(E)));
    unsigned Seconds = Config.Bisect.Seconds.value_or(0);
    ShellProcess Process(Command, File);
    std::optional<int> Ended =
        Process.isStarted() ? Process.wait(Seconds) : 127;
    if (!Ended)
      return {Verdict::Bad, "not ended",
              "the command has not ended after " + utostr(Seconds) + " s"};
    int Code = *Ended;
    if (!Code)
      return Verdict::good();
    if (Code == 125)
      return Verdict::unknown("the command exits with 125");
    std::string Text = Code > 0 ? "the command exits with " + itostr(Code)
                                : "the command dies of signal " + itostr(-Code);
    return {Verdict::Bad, Text, Text};
  }

private:
  const FXOptConfig &Config;
  const InputFile &Origin;
  std::string Command;
};

class SelectorOracle final : public StateOracle {
public:
  explicit SelectorOracle(NodeSelector Selector)
      : Selector(std::move(Selector)) {}
  StringRef name() const override { return "selector"; }
  Verdict ask(const GraphModule &M) override {
    Verdict V;
    const_cast<GraphModule &>(M).forEachGraph([&](Graph &G, StringRef) {
      for (const Node *N : G.nodes())
        if (!V.isBad() && Selector.matches(*N, M))
          V = {Verdict::Bad, "there", "%" + N->name() + " is selected"};
    });
    return V;
  }

private:
  NodeSelector Selector;
};

} // namespace

std::unique_ptr<StateOracle>
fx::createNumericsOracle(const NumericsOptions &Options) {
  return std::make_unique<NumericsOracle>(Options);
}

std::unique_ptr<StateOracle> fx::createVerifierOracle(const OddValues &Odd,
                                                      StringRef Id) {
  return std::make_unique<VerifierOracle>(Odd, Id);
}

std::unique_ptr<StateOracle> fx::createCommandOracle(const FXOptConfig &Config,
                                                     const InputFile &Origin,
                                                     StringRef Command) {
  return std::make_unique<CommandOracle>(Config, Origin, Command);
}

Expected<std::unique_ptr<StateOracle>>
fx::createSelectorOracle(Context &Ctx, StringRef Selector) {
  Expected<NodeSelector> Parsed = NodeSelector::parse(Selector, Ctx);
  if (!Parsed)
    return Parsed.takeError();
  return std::make_unique<SelectorOracle>(std::move(*Parsed));
}
