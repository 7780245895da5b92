//===- SplitAt.cpp - The pass split-at ------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Pass/PassPipeline.h"
#include "fx/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_SPLITAT
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {
struct SplitAt : impl::SplitAtBase<SplitAt> {
  bool expand(PassPipeline &Out) const override;
  Expected<bool> run(GraphModule &) override {
    return error(DiagnosticPlace(), "this pass stands for others; add it to a "
                                    "pipeline, which runs these");
  }
};
} // namespace

/// \p Text as an option reads it.
static std::string asOption(const std::string &Text) {
  std::string Quoted;
  raw_string_ostream OS(Quoted);
  printOptionValue(OS, Text);
  return Quoted;
}

bool SplitAt::expand(PassPipeline &Out) const {
  std::unique_ptr<Pass> Partition = createPartition();
  cantFail(Partition->setOption("by", asOption("after:" + join(Nodes, ","))));
  Out.add(std::move(Partition));
  std::unique_ptr<Pass> Outline = createOutline();
  cantFail(Outline->setOption("name", asOption(Name)));
  Out.add(std::move(Outline));
  return true;
}
