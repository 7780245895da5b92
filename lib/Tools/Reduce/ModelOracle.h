//===- ModelOracle.h - Whether a smaller model still fails ---- -*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TOOLS_REDUCE_MODELORACLE_H
#define FX_LIB_TOOLS_REDUCE_MODELORACLE_H

#include "ReduceOracle.h"

namespace fx {

/// Runs model and pipeline in a child: what is left of a loop may never end.
class ModelOracle : public ReduceOracle {
public:
  explicit ModelOracle(const ReduceContext &Context)
      : Context(Context), Options(Context.Config.Numerics) {}
  bool runsModels() const override { return true; }
  bool addTypes(Candidate &C, bool KeepsInputs) override;
  std::string whyNotTried() const override { return NotTried; }
  bool hasHung() const override { return HasHung; }
  std::unique_ptr<Trial> start(const Candidate &C) override;

protected:
  /// The signature of \p C; called in the child.
  virtual std::string judgeHere(const Candidate &C) = 0;
  std::string judge(const Candidate &C);
  /// What the flags say, for the values of \p C.
  NumericsOptions optionsOf(const Candidate &C) const;
  /// Kills this process if it is the first of all and \p Time was what it took
  /// for less than half of what it does.
  void limitFirst(double Time) const;

  ReduceContext Context;
  NumericsOptions Options;
  std::string NotTried;

private:
  class RunTrial;

  void useOneThread();

  bool HasHung = false, HasOneThread = false;
  /// Most that a candidate may take; 0: not known yet.
  unsigned Seconds = 0;
};

} // namespace fx

#endif // FX_LIB_TOOLS_REDUCE_MODELORACLE_H
