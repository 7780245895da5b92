//===- PassTiming.cpp - Where the time goes -------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Pass/PassTiming.h"
#include "fx/IR/Module.h"
#include "fx/Pass/Pass.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

size_t TimeReport::indexOf(StringRef Name) {
  for (size_t I = 0; I != Items.size(); ++I)
    if (Items[I].Name == Name)
      return I;
  Items.push_back({Name.str()});
  return Items.size() - 1;
}

void TimeReport::charge() {
  Clock::time_point Now = Clock::now();
  if (!Running.empty())
    Items[Running.back()].Time += Now - Last;
  Last = Now;
}

void TimeReport::start(StringRef Name, StringRef Detail) {
  timeTraceProfilerBegin(Name, Detail);
  charge();
  Running.push_back(indexOf(Name));
  ++Items[Running.back()].Runs;
}

void TimeReport::stop() {
  charge();
  Running.pop_back();
  timeTraceProfilerEnd();
}

SmallVector<const TimeReport::Item *, 16> TimeReport::sorted() const {
  SmallVector<const Item *, 16> Sorted;
  for (const Item &I : Items)
    Sorted.push_back(&I);
  stable_sort(Sorted,
              [](const Item *A, const Item *B) { return A->Time > B->Time; });
  return Sorted;
}

using Seconds = std::chrono::duration<double>;

void TimeReport::print(raw_ostream &OS) const {
  Seconds Total{};
  for (const Item &I : Items)
    Total += I.Time;
  OS << "   seconds      %   runs  what\n";
  for (const Item *I : sorted()) {
    double Time = Seconds(I->Time).count();
    double Share = Total.count() > 0 ? 100 * Time / Total.count() : 0;
    OS << format("%10.6f  %5.1f  %5u  ", Time, Share, I->Runs) << I->Name
       << '\n';
  }
  OS << format("%10.6f  100.0         total\n", Total.count());
}

void TimeReport::printJSON(raw_ostream &OS) const {
  json::OStream J(OS, 2);
  J.array([&] {
    for (const Item *I : sorted())
      J.object([&] {
        J.attribute("name", I->Name);
        J.attribute("seconds", Seconds(I->Time).count());
        J.attribute("runs", I->Runs);
      });
  });
  OS << '\n';
}

namespace {
class PassTiming : public PassInstrumentation {
public:
  bool hearsRewrites() const override { return false; }
  explicit PassTiming(TimeReport &Report) : Report(Report) {}

  void beforePass(const Pass &P, const GraphModule &M) override {
    Report.start(P.name(), std::to_string(M.graph().size()) + " nodes");
  }
  void afterPass(const Pass &, const GraphModule &, bool) override {
    Report.stop();
  }
  void afterPassFailed(const Pass &, const GraphModule &) override {
    Report.stop();
  }
  void beforeAnalysis(StringRef Name) override {
    Report.start(("(analysis) " + Name).str());
  }
  void afterAnalysis(StringRef) override { Report.stop(); }
  void beforeVerifier(const GraphModule &) override {
    Report.start("(verify)");
  }
  void afterVerifier(const GraphModule &) override { Report.stop(); }

private:
  TimeReport &Report;
};
} // namespace

std::unique_ptr<PassInstrumentation> fx::createPassTiming(TimeReport &Report) {
  return std::make_unique<PassTiming>(Report);
}
