//===- TagNodes.cpp - Marking nodes ---------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Selected.h"
#include "fx/Transforms/Passes.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_TAGNODES
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {
struct TagNodes : impl::TagNodesBase<TagNodes> {
  Expected<bool> run(GraphModule &M) override {
    if (Tag.get().empty())
      return makeError(diag::err_tag_missing, SMLoc());
    Symbol Key = M.context().intern("tag");
    Argument Value = Argument::string(M.context(), Tag.get());
    return Selected.run(*this, Where.get(), M, diags(), NumTagged,
                        [&](Node &N) {
                          const Argument *Old = N.meta(Key);
                          if (Old && *Old == Value)
                            return false;
                          N.setMeta(Key, Value);
                          return true;
                        });
  }

private:
  SelectedNodes Selected;
};
} // namespace
