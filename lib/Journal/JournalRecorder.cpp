//===- JournalRecorder.cpp - A journal of a pipeline ----------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Journal/JournalRecorder.h"
#include "fx/Pass/Pass.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

void JournalRecorder::beforePipeline(const GraphModule &M) {
  // Listening changes nothing.
  Writer =
      std::make_unique<JournalWriter>(const_cast<GraphModule &>(M), Head, *Out);
  Writer->surviveSignals();
}

void JournalRecorder::afterPipeline(const GraphModule &) {
  Writer->finish();
  Writer.reset();
}

void JournalRecorder::beforePass(const Pass &P, const GraphModule &) {
  std::string Text;
  raw_string_ostream OS(Text);
  P.print(OS);
  Writer->beginPass(Text);
}

void JournalRecorder::afterRewrite(const Pass &, const GraphModule &,
                                   const RewritePlace &At, StringRef What) {
  Writer->endStep(At, What);
}

void JournalRecorder::afterPass(const Pass &, const GraphModule &,
                                bool Changed) {
  Writer->endPass(Changed ? JournalWriter::Ending::Changed
                          : JournalWriter::Ending::Unchanged);
}

void JournalRecorder::afterPassFailed(const Pass &, const GraphModule &) {
  Writer->endPass(JournalWriter::Ending::Failed);
}
