//===- RunCompare.h - Where two runs part -----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_RUN_RUNCOMPARE_H
#define FX_LIB_TOOLS_RUN_RUNCOMPARE_H

#include "fx/Analysis/Alignment.h"
#include "fx/Execution/TorchBackend.h"
#include "fx/IR/SideTables.h"
#include "fx/Translate/Overlay.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace fx {

/// Keeps the values of the nodes of a first run, and holds those of a second
/// one against them: of the nodes that Alignment.h says should have the same
/// value, and of calls of modules that are inlined in the other model. The
/// graphs must not change, and live as long as difference() is asked for.
class RunComparison {
public:
  RunComparison(TorchBackend &Backend, const CompareOptions &Options)
      : Backend(Backend), Options(Options) {}

  /// Keeps how far the values of all nodes are apart.
  void measureAll() { MeasuresAll = true; }

  /// To be set while the first and the second model run.
  RunObserver &first() { return Recorder; }
  RunObserver &second() { return Checker; }

  /// The node of the second model where the two part: the first one whose value
  /// differs, unless all that uses the value is the same again, as where a
  /// factor moves from one node to the next.
  struct Difference {
    std::string Node, Other;
    std::string Text;
    /// Nodes before it that the first model has no counterpart of, back to
    /// those whose values are the same.
    std::vector<std::string> New;
    /// Nodes of the first model right before that one which the second has no
    /// counterpart of.
    std::vector<std::string> Gone;
    /// Text, and what the others say.
    std::string text() const;
  };
  std::optional<Difference> difference() const;
  /// Two nodes that were matched, and how far their values are apart; nothing
  /// where their sizes differ.
  struct Measured {
    std::string Node, Other;
    std::optional<ValueErrors> Errors;
  };
  /// In the order of the second run. Nodes without tensors are left out.
  llvm::ArrayRef<Measured> measured() const { return AllMeasured; }
  /// The table of the \p Most nodes that differ most, by the share of the
  /// largest value.
  void printTable(llvm::raw_ostream &OS, size_t Most) const;
  /// The same as measured(), for overlays and files.
  std::vector<ValueDistance> distances() const;
  unsigned numCompared() const { return NumCompared; }

private:
  class RecordingObserver final : public RunObserver {
  public:
    explicit RecordingObserver(RunComparison &Owner) : Owner(Owner) {}
    void after(const RunEvent &E,
               llvm::function_ref<RunValuePtr()> Value) override;

  private:
    RunComparison &Owner;
  };
  class CheckingObserver final : public RunObserver {
  public:
    explicit CheckingObserver(RunComparison &Owner) : Owner(Owner) {}
    void after(const RunEvent &E,
               llvm::function_ref<RunValuePtr()> Value) override;

  private:
    RunComparison &Owner;
  };
  /// A value of the first model.
  struct Known {
    std::string Name;
    RunValuePtr Value;
    bool IsCall; ///< Whether it is the call of a module.
    /// The first node that the value was computed by.
    const Node *First;
  };
  /// The values of what has one key, in the order of the run: the graph of a
  /// module runs as often as the module is called.
  struct Series {
    std::vector<Known> Values;
    size_t Next = 0;
  };
  using SeriesMap = llvm::StringMap<Series>;
  static const Known *next(SeriesMap &Map, llvm::StringRef Key);
  const Known *match(const RunEvent &E);
  const Alignment *alignment(const RunEvent &E);
  NodeSet curedNodes(const Graph &G) const;
  std::vector<std::string> newBefore(const Node &N) const;
  std::vector<std::string> goneBefore(const Node &N) const;

  /// A node whose value differs.
  struct Mismatch {
    const Node *N, *Theirs;
    std::string Name, OtherName, Text;
  };
  /// What is known of a node of the second model.
  enum State : uint8_t { NotCompared, Equal, Different };

  TorchBackend &Backend;
  CompareOptions Options;
  bool MeasuresAll = false;
  std::vector<Measured> AllMeasured;
  SeriesMap ByModule;
  llvm::DenseMap<const Node *, Series> ByNode;
  /// The graphs of the first model, by path of their module.
  llvm::StringMap<const Graph *> Graphs;
  /// Keys are graphs of the second model.
  std::map<const Graph *, std::optional<Alignment>> Alignments;
  /// How often a node of the second model has run.
  llvm::DenseMap<const Node *, size_t> Runs;
  llvm::DenseMap<const Node *, State> States;
  /// Nodes of the first model that others were held against.
  llvm::DenseSet<const Node *> Matched;
  std::vector<Mismatch> Mismatches;
  unsigned NumCompared = 0;
  RecordingObserver Recorder{*this};
  CheckingObserver Checker{*this};
};

} // namespace fx

#endif // FX_LIB_TOOLS_RUN_RUNCOMPARE_H
