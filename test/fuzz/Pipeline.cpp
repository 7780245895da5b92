//===- Pipeline.cpp - Fuzz target: the text of pipelines ------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is accepted must print as a pipeline that reads back to the same print.
//
//===----------------------------------------------------------------------===//

#include "fx/Pass/PassPipeline.h"
#include "fx/Pass/PassRegistry.h"
#include "fx/Tools/AllPasses.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;

static std::string print(const PassPipeline &Pipeline) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Pipeline.print(OS);
  return Text;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static PassRegistry &Registry = *[] {
    auto *R = new PassRegistry;
    registerAllPasses(*R);
    return R;
  }();
  llvm::Expected<PassPipeline> Pipeline =
      parsePassPipeline({reinterpret_cast<const char *>(Data), Size}, Registry);
  if (!Pipeline) {
    (void)llvm::toString(Pipeline.takeError());
    return 0;
  }
  std::string Text = print(*Pipeline);
  llvm::Expected<PassPipeline> Again = parsePassPipeline(Text, Registry);
  if (!Again || print(*Again) != Text) {
    llvm::errs() << "does not read back: " << Text << '\n';
    abort();
  }
  return 0;
}
