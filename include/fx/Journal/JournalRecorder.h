//===- JournalRecorder.h - A journal of a pipeline --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Records a pipeline as a journal, as an instrumentation of the pass manager.
/// docs/Journal.md describes journals.
///
//===----------------------------------------------------------------------===//

#ifndef FX_JOURNAL_JOURNALRECORDER_H
#define FX_JOURNAL_JOURNALRECORDER_H

#include "fx/Journal/JournalWriter.h"
#include "fx/Pass/PassInstrumentation.h"

namespace fx {

/// Writes the journal of the one module that a pipeline runs on. Added after
/// what completes modules, so that this belongs to the pass.
class JournalRecorder final : public PassInstrumentation {
public:
  /// \p Head is JSON that says where the module came from.
  JournalRecorder(std::unique_ptr<JournalOutput> Out, std::string Head)
      : Out(std::move(Out)), Head(std::move(Head)) {}

  /// Where the bytes go; everything is there after the pipeline.
  JournalOutput &output() { return *Out; }

  void beforePipeline(const GraphModule &M) override;
  void afterPipeline(const GraphModule &M) override;
  void beforePass(const Pass &P, const GraphModule &M) override;
  void afterRewrite(const Pass &P, const GraphModule &M, const RewritePlace &At,
                    llvm::StringRef What) override;
  void afterPass(const Pass &P, const GraphModule &M, bool Changed) override;
  void afterPassFailed(const Pass &P, const GraphModule &M) override;

private:
  std::unique_ptr<JournalOutput> Out;
  std::string Head;
  std::unique_ptr<JournalWriter> Writer;
};

} // namespace fx

#endif // FX_JOURNAL_JOURNALRECORDER_H
