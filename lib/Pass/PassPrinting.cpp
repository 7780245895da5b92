//===- PassPrinting.cpp - Graphs between passes, statistics ---------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Pass/PassPrinting.h"
#include "fx/IR/Printer.h"
#include "fx/Pass/PassPipeline.h"
#include "fx/Support/LineDiff.h"
#include "fx/Support/PrintAtOnce.h"
#include "fx/Support/Progress.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

/// Metadata makes lines of many hundred columns.
static constexpr size_t MaxDiffColumns = 200;

namespace {
class PassPrinter : public PassInstrumentation {
public:
  bool hearsRewrites() const override { return false; }
  PassPrinter(PassPrintOptions Options, raw_ostream &OS)
      : Options(std::move(Options)), OS(OS) {}

  void beforePass(const Pass &P, const GraphModule &M) override;
  void afterPass(const Pass &P, const GraphModule &M, bool Changed) override;
  void afterPassFailed(const Pass &P, const GraphModule &M) override;

private:
  void header(StringRef When, const Pass &P, const GraphModule &M,
              StringRef What = "");
  void printChange(const Pass &P, const GraphModule &M, bool Changed);
  bool isShown(const GraphModule &M) const {
    return !Options.Filter || Options.Filter(M);
  }
  std::string textOf(const GraphModule &M) const {
    std::string Text;
    raw_string_ostream TextOS(Text);
    printModule(M, TextOS, Options.Format);
    // Python ends without.
    if (!StringRef(Text).ends_with("\n"))
      Text += '\n';
    return Text;
  }

  PassPrintOptions Options;
  raw_ostream &OS;
  /// Text of the module before the pass, for differences.
  std::string Before;
};
} // namespace

void PassPrinter::header(StringRef When, const Pass &P, const GraphModule &M,
                         StringRef What) {
  hideProgress();
  OS << "// *** " << When << ' ' << P.name();
  if (M.name())
    OS << " (" << M.name().str() << ')';
  OS << What << " ***\n";
}

void PassPrinter::beforePass(const Pass &P, const GraphModule &M) {
  if (!isShown(M))
    return;
  if (Options.BeforeAll || is_contained(Options.Before, P.name())) {
    header("before", P, M);
    OS << textOf(M);
  }
  if (Options.Changed)
    Before = textOf(M);
}

void PassPrinter::printChange(const Pass &P, const GraphModule &M,
                              bool Changed) {
  std::string After;
  if (!Changed || (After = textOf(M)) == Before)
    return header("after", P, M,
                  Changed && Options.Format != PrintFormat::Native
                      ? ": no change that this format shows"
                      : ": no change");
  header("after", P, M);
  if (Options.Changed == PassPrintOptions::Diff)
    printAtOnce(OS, [&](raw_ostream &Text) {
      printLineDiff(Before, After, Text, Options.Colors, /*Context=*/3,
                    MaxDiffColumns);
    });
  else
    OS << After;
  Before.clear();
}

void PassPrinter::afterPass(const Pass &P, const GraphModule &M, bool Changed) {
  if (!isShown(M))
    return;
  if (Options.AfterAll || is_contained(Options.After, P.name())) {
    header("after", P, M);
    OS << textOf(M);
  }
  if (Options.Changed)
    printChange(P, M, Changed);
}

void PassPrinter::afterPassFailed(const Pass &P, const GraphModule &M) {
  if (isShown(M) &&
      (Options.AfterAll || is_contained(Options.After, P.name()))) {
    header("after", P, M, ", which failed");
    OS << textOf(M);
  }
}

std::unique_ptr<PassInstrumentation>
fx::createPassPrinter(PassPrintOptions Options, raw_ostream &OS) {
  return std::make_unique<PassPrinter>(std::move(Options), OS);
}

namespace {
struct PassCount {
  const PassStatistic *Statistic;
  uint64_t Value;
};
/// Counts over all runs of one pass.
struct PassCounts {
  StringRef Name;
  SmallVector<PassCount, 4> Values;
};
} // namespace

static std::vector<PassCounts> countsOf(const PassPipeline &Pipeline) {
  std::vector<PassCounts> Passes;
  Pipeline.forEachPass([&](Pass &P) {
    auto It = find_if(Passes,
                      [&](const PassCounts &C) { return C.Name == P.name(); });
    if (It == Passes.end()) {
      Passes.push_back({P.name(), {}});
      for (const PassStatistic *S : P.statistics())
        Passes.back().Values.push_back({S, S->value()});
      return;
    }
    for (size_t I = 0; I != It->Values.size(); ++I)
      It->Values[I].Value += P.statistics()[I]->value();
  });
  return Passes;
}

void fx::printPassStatistics(const PassPipeline &Pipeline, raw_ostream &OS) {
  for (const PassCounts &P : countsOf(Pipeline)) {
    OS << P.Name << '\n';
    if (P.Values.empty())
      OS << "           (counts nothing)\n";
    for (const PassCount &C : P.Values)
      OS << format_decimal(C.Value, 10) << ' ' << C.Statistic->name() << ": "
         << C.Statistic->description() << '\n';
  }
}

void fx::printPassStatisticsJSON(const PassPipeline &Pipeline,
                                 raw_ostream &OS) {
  json::OStream J(OS, 2);
  J.object([&] {
    for (const PassCounts &P : countsOf(Pipeline))
      J.attributeObject(P.Name, [&] {
        for (const PassCount &C : P.Values)
          J.attribute(C.Statistic->name(), C.Value);
      });
  });
  OS << '\n';
}
