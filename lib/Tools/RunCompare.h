//===- RunCompare.h - Where two runs part -----------------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_RUNCOMPARE_H
#define FX_LIB_TOOLS_RUNCOMPARE_H

#include "fx/Pass/TorchBackend.h"
#include "llvm/ADT/StringMap.h"

namespace fx {

/// Keeps the values of the nodes of a first run by name and by the module that
/// they leave, and holds those of a second one against them.
class RunComparison {
public:
  RunComparison(TorchBackend &Backend, const CompareOptions &Options)
      : Backend(Backend), Options(Options) {}

  /// Measures all nodes. Without this nothing after the first difference is
  /// compared.
  void measureAll() { MeasuresAll = true; }

  /// To be set while the first and the second model run.
  RunObserver &first() { return Recorder; }
  RunObserver &second() { return Checker; }

  /// The first node of the second model whose value differs from that of the
  /// node of the first which it was matched with.
  struct Difference {
    std::string Node, Other;
    std::string Text;
  };
  const std::optional<Difference> &difference() const { return Found; }
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
  unsigned numCompared() const { return NumCompared; }

private:
  class RecordingObserver final : public RunObserver {
  public:
    explicit RecordingObserver(RunComparison &Owner) : Owner(Owner) {}
    void after(const Event &E,
               llvm::function_ref<RunValuePtr()> Value) override;

  private:
    RunComparison &Owner;
  };
  class CheckingObserver final : public RunObserver {
  public:
    explicit CheckingObserver(RunComparison &Owner) : Owner(Owner) {}
    void after(const Event &E,
               llvm::function_ref<RunValuePtr()> Value) override;

  private:
    RunComparison &Owner;
  };
  /// A value of the first model.
  struct Known {
    std::string Name;
    RunValuePtr Value;
    bool IsCall; ///< Of a module.
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
  const Known *match(const RunObserver::Event &E);

  TorchBackend &Backend;
  CompareOptions Options;
  bool MeasuresAll = false;
  std::vector<Measured> AllMeasured;
  SeriesMap ByName, ByModule, ByPlace;
  std::optional<Difference> Found;
  unsigned NumCompared = 0;
  RecordingObserver Recorder{*this};
  CheckingObserver Checker{*this};
};

} // namespace fx

#endif // FX_LIB_TOOLS_RUNCOMPARE_H
