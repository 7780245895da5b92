//===- Optimize.cpp - The passes of optimization levels -------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fx/Pass/PassPipeline.h"
#include "fx/Transforms/Passes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_OPTIMIZE
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {

struct Optimize : impl::OptimizeBase<Optimize> {
  bool expand(PassPipeline &Out) const override;
  Expected<bool> run(GraphModule &) override {
    return error(DiagnosticPlace(), "this pass stands for others; add it to a "
                                    "pipeline, which runs these");
  }

private:
  std::unique_ptr<Pass> rewrite(unsigned UpTo, StringRef Phase) const;
  std::unique_ptr<Pass> foldConstants(bool Parameters) const;
  FixpointGroup cleanUp(unsigned UpTo) const;
};

} // namespace

/// New constants of that size in all are worth the time that they save.
static constexpr StringLiteral FoldingBudget = "8388608";

std::unique_ptr<Pass> Optimize::rewrite(unsigned UpTo, StringRef Phase) const {
  std::unique_ptr<Pass> P = createRewrite();
  cantFail(P->setOption("level", std::to_string(UpTo)));
  cantFail(P->setOption("phase", Phase));
  if (Inference)
    cantFail(P->setOption("inference", "true"));
  if (Remarks)
    cantFail(P->setOption("remarks", "true"));
  if (!Except.empty())
    cantFail(P->setOption("except", "{" + join(Except, ",") + "}"));
  return P;
}

std::unique_ptr<Pass> Optimize::foldConstants(bool Parameters) const {
  std::unique_ptr<Pass> P = createFoldConstants();
  cantFail(P->setOption("budget", FoldingBudget));
  cantFail(P->setOption("optional", "true"));
  if (!Parameters)
    cantFail(P->setOption("parameters", "false"));
  return P;
}

FixpointGroup Optimize::cleanUp(unsigned UpTo) const {
  FixpointGroup Group;
  Group.Body.add(rewrite(UpTo, "clean"));
  Group.Body.add(createCSE());
  Group.Body.add(createDCE());
  return Group;
}

bool Optimize::expand(PassPipeline &Out) const {
  std::unique_ptr<Pass> Infer = createInferValues();
  cantFail(Infer->setOption("partial", "true"));
  Out.add(std::move(Infer));
  Out.add(createFoldAsserts());
  Out.add(cleanUp(1));
  unsigned UpTo = unsigned(Level.get()) + 1;
  if (UpTo >= 2) {
    if (Inference)
      Out.add(createFuseConvBN());
    // Masks and numbers are known before, weights are not yet folded: a weight
    // that is turned around is a linear.
    Out.add(foldConstants(/*Parameters=*/false));
    Out.add(rewrite(UpTo, "recognise"));
    if (Inference)
      Out.add(rewrite(UpTo, "fold"));
    if (UpTo >= 3 && Inference)
      Out.add(rewrite(UpTo, "group"));
    Out.add(foldConstants(Inference));
    Out.add(cleanUp(UpTo));
  }
  Out.add(createPruneUnusedState());
  return true;
}
