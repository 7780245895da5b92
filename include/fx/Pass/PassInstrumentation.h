//===- PassInstrumentation.h - Watching a pipeline run ----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// What prints, measures or records while passes run. A PassManager calls every
/// instrumentation in the order in which they were added, and for after-events
/// in the reverse order. None may change the module.
///
//===----------------------------------------------------------------------===//

#ifndef FX_PASS_PASSINSTRUMENTATION_H
#define FX_PASS_PASSINSTRUMENTATION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace fx {

class Graph;
class GraphModule;
class Node;
class Pass;

/// What a rewrite is of: a node, which may be gone when the rewrite is
/// complete, or nothing.
struct RewritePlace {
  /*implicit*/ RewritePlace(llvm::StringRef Name = {}) : Name(Name) {}

  llvm::StringRef Name; ///< What it was called; may be empty.
  /// The path of the module whose graph has it; empty for the root.
  llvm::StringRef Path;
  /// The graph, and which node of it; null where the pass has given a name
  /// alone.
  const Graph *Owner = nullptr;
  uint32_t Id = 0, Serial = 0;

  /// `relu`, or `branch/relu` in the graph of a module below the root.
  std::string str() const;
};

/// Is told what a pass manager does.
class PassInstrumentation {
public:
  virtual ~PassInstrumentation();

  virtual void beforePipeline(const GraphModule &) {}
  virtual void afterPipeline(const GraphModule &) {}
  /// Whether a pass is left out, as if it had changed nothing.
  virtual bool skipsPass(const Pass &, const GraphModule &) { return false; }
  /// Whether refusesRewrite() and afterRewrite() do anything. Where nobody
  /// listens, passes need not say what they rewrite.
  virtual bool hearsRewrites() const { return true; }
  /// Whether a rewrite of the node \p At must not be made; see
  /// Pass::mayRewrite.
  virtual bool refusesRewrite(const Pass &, const RewritePlace & /*At*/,
                              llvm::StringRef /*What*/) {
    return false;
  }
  virtual void beforePass(const Pass &, const GraphModule &) {}
  /// A pass has completed one rewrite, of \p At; \p What says which, such as
  /// the name of a rule. The graph is valid.
  virtual void afterRewrite(const Pass &, const GraphModule &,
                            const RewritePlace & /*At*/,
                            llvm::StringRef /*What*/) {}
  virtual void afterPass(const Pass &, const GraphModule &, bool /*Changed*/) {}
  /// Called after a pass that changed something, if the verifier found no
  /// error or is off. An error ends the run.
  virtual llvm::Error checkModule(const Pass &, const GraphModule &) {
    return llvm::Error::success();
  }
  /// The pass failed or reported an error: afterPass() is not called.
  virtual void afterPassFailed(const Pass &, const GraphModule &) {}
  virtual void beforeAnalysis(llvm::StringRef /*Name*/) {}
  virtual void afterAnalysis(llvm::StringRef /*Name*/) {}
  virtual void beforeVerifier(const GraphModule &) {}
  virtual void afterVerifier(const GraphModule &) {}
};

} // namespace fx

#endif // FX_PASS_PASSINSTRUMENTATION_H
