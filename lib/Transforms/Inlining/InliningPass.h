//===- InliningPass.h - Passes that inline modules --------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_TRANSFORMS_INLININGPASS_H
#define FX_LIB_TRANSFORMS_INLININGPASS_H

#include "fx/Transforms/ModuleInlining.h"

namespace fx {

/// What inline-module and lower-modules do with the options and statistics that
/// both have. \p BaseT is the base of the pass.
template <typename BaseT> struct InliningPass : BaseT {
protected:
  /// Inlines calls of what \p Options pick. Returns whether there were any.
  bool inlineCalls(GraphModule &M, InlineModulesOptions Options) {
    Options.KeepModules = this->KeepModules;
    Options.KeepUnknown = this->KeepUnknown;
    if (this->Training || this->Eval)
      Options.Training = this->Training;
    if (this->isWatched()) {
      Options.Admits = [this](const Node &Call, llvm::StringRef Class) {
        return this->mayRewrite(Call, Class);
      };
      Options.Inlined = [this](llvm::StringRef Call, llvm::StringRef Class) {
        this->rewrote(Call, Class);
      };
    }
    InlineModulesResult Result = inlineModules(M, Options, this->diags());
    this->NumInlined += Result.Calls;
    this->NumRemoved += Result.Removed;
    return Result.Calls != 0;
  }
};

} // namespace fx

#endif // FX_LIB_TRANSFORMS_INLININGPASS_H
