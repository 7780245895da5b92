//===- CheckedRewrites.h - Runs the rewrites of a pass ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSFORMS_CHECKEDREWRITES_H
#define FX_LIB_TRANSFORMS_CHECKEDREWRITES_H

#include "fx/Rewrite/RewriteCheck.h"
#include "fx/Rewrite/RuleSet.h"

namespace fx {

/// Runs both sides of the rewrites of one pass, and reports what differs and
/// what could not be run.
class CheckedRewrites {
public:
  struct Options {
    uint64_t PerRule = UINT64_MAX;
    /// SPECs of the inputs that the model is run with first; empty: values are
    /// random.
    std::vector<std::string> Inputs;
    /// Gets what a wrong rewrite would have replaced.
    std::string File;
    /// For the command that this file begins with.
    std::vector<std::string> RuleFiles;
    bool Inference = false;
  };
  /// Runs \p M where there are inputs for it. Errors: those of loading
  /// LibTorch, of inputs and of running.
  static llvm::Expected<std::unique_ptr<CheckedRewrites>>
  make(GraphModule &M, const Options &Opts, DiagnosticEngine &Diags);

  void watch(rewrite::RewriteOptions &Rewriting);
  /// Warns of what could not be run. Returns how many rewrites were.
  uint64_t finish();

private:
  CheckedRewrites(GraphModule &M, const Options &Opts, DiagnosticEngine &Diags,
                  TorchBackend &Torch)
      : M(M), Opts(Opts), Diags(Diags), Check(Torch, Opts.PerRule) {}
  llvm::Error runModel(TorchBackend &Torch);
  std::string commandFor(llvm::StringRef Rule) const;
  llvm::Error write(GraphModule &Left, llvm::StringRef Rule) const;
  void report(llvm::StringRef Rule, const Node &Root,
              llvm::StringRef Difference, GraphModule *Left);

  GraphModule &M;
  Options Opts;
  DiagnosticEngine &Diags;
  rewrite::RewriteCheck Check;
};

} // namespace fx

#endif // FX_LIB_TRANSFORMS_CHECKEDREWRITES_H
