//===- PyRun.cpp - Pipelines on a module of Python ------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PythonPass.h"
#include "TorchGraph.h"
#include "fx/Pass/PassPrinting.h"
#include "fx/Pass/PassTiming.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace fxpy;
using namespace fx;
using namespace llvm;
namespace nb = nanobind;

namespace {
/// Knows which pass runs, and lets Ctrl-C end a run between two passes.
class RunWatcher : public PassInstrumentation {
public:
  bool hearsRewrites() const override { return false; }
  explicit RunWatcher(RunState &State) : State(State) {}

  bool skipsPass(const Pass &, const GraphModule &) override {
    // Taking the interpreter's lock may wait for other threads.
    auto Now = std::chrono::steady_clock::now();
    if (!State.Stops && Now - Last > std::chrono::milliseconds(20)) {
      Last = Now;
      nb::gil_scoped_acquire Lock;
      if (PyErr_CheckSignals()) {
        nb::python_error Raised;
        State.Exception = nb::borrow(Raised.value());
        State.Stops = true;
      }
    }
    return State.Stops;
  }
  void beforePass(const Pass &P, const GraphModule &M) override {
    State.Pass = P.name().str();
    ++State.Number;
    State.HasChangedBeyond = false;
    if (!State.KeepsBefore)
      return;
    State.PassText.clear();
    raw_string_ostream OS(State.PassText);
    P.print(OS);
    State.Before = M.clone();
  }
  Error checkModule(const Pass &P, const GraphModule &) override {
    if (State.Check.is_none())
      return Error::success();
    nb::gil_scoped_acquire Lock;
    PyModule::Lend Lent(State.M);
    try {
      State.M.noteGraph();
      State.Check(State.Wrapper, nb::str(P.name().data(), P.name().size()));
      return Error::success();
    } catch (nb::python_error &E) {
      State.Exception = nb::borrow(E.value());
      State.Stops = true;
      return createStringError("the check of the run has failed");
    }
  }

private:
  RunState &State;
  std::chrono::steady_clock::time_point Last = std::chrono::steady_clock::now();
};
} // namespace

/// Adds up what passes of one name counted.
static nb::dict countsOf(const PassPipeline &P) {
  nb::dict Stats;
  P.forEachPass([&](Pass &Each) {
    nb::str Name(Each.name().data(), Each.name().size());
    if (!Stats.contains(Name))
      Stats[Name] = nb::dict();
    nb::dict Counts = nb::borrow<nb::dict>(Stats[Name]);
    for (const PassStatistic *S : Each.statistics()) {
      nb::str Key(S->name().data(), S->name().size());
      uint64_t Sum = S->value();
      if (Counts.contains(Key))
        Sum += nb::cast<uint64_t>(Counts[Key]);
      Counts[Key] = Sum;
    }
  });
  return Stats;
}

/// Raises what a run failed with.
[[noreturn]] static void raiseFailure(RunState &State, PassResult Result,
                                      const Messages &Said) {
  auto Raise = [&](nb::handle Exception) {
    if (State.Before) {
      std::string Text;
      raw_string_ostream OS(Text);
      TorchGraph::removeMarks(*State.Before);
      printModule(*State.Before, OS, PrintFormat::Native);
      // An exception without attributes is of no pass.
      if (PyObject_SetAttrString(
              Exception.ptr(), "_before",
              nb::make_tuple(nb::str(State.PassText.c_str()),
                             nb::str(Text.data(), Text.size()))
                  .ptr()))
        PyErr_Clear();
    }
    PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(Exception.ptr())),
                    Exception.ptr());
    throw nb::python_error();
  };
  if (State.Stops)
    Raise(State.Exception);
  nb::object Exception = Said.exception(
      Result == PassResult::Invalid ? "VerifyError" : "PassError");
  Exception.attr("pass_name") = nb::str(State.Pass.c_str());
  if (State.Exception.is_valid()) {
    if (nb::hasattr(State.Exception, "add_note"))
      State.Exception.attr("add_note")(
          nb::str(("in pass '" + State.Pass + "', number " +
                   std::to_string(State.Number) + " of the run")
                      .c_str()));
    Exception.attr("__cause__") = State.Exception;
  }
  Raise(Exception);
  llvm_unreachable("it has thrown");
}

static PassPrintOptions::ChangedKind changedKind(const std::string &Name) {
  if (Name.empty())
    return PassPrintOptions::Never;
  if (Name == "whole")
    return PassPrintOptions::Whole;
  if (Name == "diff")
    return PassPrintOptions::Diff;
  throw nb::value_error(
      ("print_changed is 'whole', 'diff' or None, not '" + Name + "'").c_str());
}

nb::dict PyModule::run(nb::handle Self, nb::handle Wrapper, const Pipeline &P,
                       bool Verify, const std::string &PrintChanged,
                       nb::handle Check, bool KeepsBefore) {
  Use Lock(*this);
  // A run within a pass in Python; what it breaks is undone by the first.
  bool IsInner = !Lock.isTaken();
  RunState State(*this, Self, Wrapper, Check);
  State.KeepsBefore = KeepsBefore;
  Messages Said(&File.source());
  PassManager Manager(P.clone());
  Manager.setVerifyEach(Verify);
  Manager.addInstrumentation(std::make_unique<RunWatcher>(State));
  TimeReport Times;
  Manager.addInstrumentation(createPassTiming(Times));
  std::string Changes;
  raw_string_ostream ChangesOS(Changes);
  PassPrintOptions Printed;
  Printed.Changed = changedKind(PrintChanged);
  if (Printed.any())
    Manager.addInstrumentation(createPassPrinter(Printed, ChangesOS));
  size_t Before = module().graph().size();
  noteGraph();
  uint32_t OldEpoch = Epoch;
  std::unique_ptr<GraphModule> Backup;
  PassResult Result;
  // It counts references, for which it needs the lock.
  if (Torch)
    Torch->addMarks(module());
  {
    nb::gil_scoped_release Released;
    auto Hear = [&](const Diagnostic &D) {
      // State of a module of PyTorch has changed, which the graph only names.
      if (D.Id != diag::warn_pass_claims_change || !State.HasChangedBeyond)
        Said.add(D);
    };
    if (IsInner) {
      DiagnosticEngine Diags(const_cast<SourceMgr *>(&File.source()));
      Diags.setErrorLimit(0);
      Diags.setHandler(Hear);
      Result = Manager.run(module(), Diags);
    } else {
      Backup = module().clone();
      Result = File.run(Manager, module(), Hear);
    }
  }
  if (!succeeded(Result) || State.Stops) {
    if (IsInner) {
      State.first().IsBroken = true;
    } else {
      restore(std::move(Backup), OldEpoch);
    }
    raiseFailure(State, Result, Said);
  }
  noteGraph();
  if (Result == PassResult::Changed)
    edited();
  nb::dict Report;
  Report["changed"] = Result == PassResult::Changed;
  Report["nodes_before"] = Before;
  Report["nodes_after"] = module().graph().size();
  Report["diagnostics"] = Said.toPython();
  Report["stats"] = countsOf(Manager.pipeline());
  std::string Timing;
  raw_string_ostream TimingOS(Timing);
  Times.printJSON(TimingOS);
  Report["timing"] = nb::str(Timing.c_str(), Timing.size());
  Report["changes"] = nb::str(Changes.c_str(), Changes.size());
  return Report;
}
