//===- SetMetadata.cpp - Setting metadata ---------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Selected.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/Transforms/Passes.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_SETMETADATA
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {
struct SetMetadata : impl::SetMetadataBase<SetMetadata> {
  Expected<bool> run(GraphModule &M) override;

private:
  Error check(const GraphModule &M) const;

  SelectedNodes Selected;
};
} // namespace

Error SetMetadata::check(const GraphModule &M) const {
  auto Bad = [&](StringRef Option, const Twine &Why) -> Error {
    return makeError(diag::err_pipeline_bad_value, SMLoc(), name(), Option,
                     Why);
  };
  if (Key.get().empty())
    return Bad("key", "which metadata should it be?");
  if (isProgramMetadata(Key.get()))
    return Bad("key", "'" + Key.get() + "' is what fx-opt knows of a value");
  if (std::string Why =
          M.program() ? whyBadMetadata(Key.get(), Text.get()) : std::string();
      !Why.empty())
    return Bad("value", "PyTorch cannot load a program with '" + Key.get() +
                            "' like that: " + Why);
  return Error::success();
}

Expected<bool> SetMetadata::run(GraphModule &M) {
  if (Error E = check(M))
    return E;
  Context &Ctx = M.context();
  Symbol Name = Ctx.intern(Key.get());
  Argument Value = Argument::string(Ctx, Text.get());
  return Selected.run(*this, Where.get(), M, diags(), NumSet, [&](Node &N) {
    const Argument *Old = N.meta(Name);
    if (Old && *Old == Value)
      return false;
    N.setMeta(Name, Value);
    return true;
  });
}
