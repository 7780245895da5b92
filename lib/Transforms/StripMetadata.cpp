//===- StripMetadata.cpp - Dropping metadata ------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Selected.h"
#include "fx/Analysis/ClassPattern.h"
#include "fx/IR/ExportedProgram.h"
#include "fx/Transforms/Passes.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_STRIPMETADATA
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {

struct StripMetadata : impl::StripMetadataBase<StripMetadata> {
  Expected<bool> run(GraphModule &M) override;

private:
  SelectedNodes Selected;
};

/// Knows for each dictionary what is left of it.
class MetadataFilter {
public:
  /// A program keeps its own metadata.
  MetadataFilter(Context &Ctx, ArrayRef<GlobPattern> Keys, bool IsProgram)
      : Ctx(Ctx), Keys(Keys), IsProgram(IsProgram) {}

  const MetaDict &filter(const MetaDict &Old) {
    const MetaDict *&New = Known[Old.id()];
    if (!New)
      New = &make(Old);
    return *New;
  }

private:
  bool isDropped(Symbol Key) const {
    if (IsProgram && isProgramMetadata(Key.str()))
      return false;
    return Keys.empty() || any_of(Keys, [&](const GlobPattern &P) {
             return P.match(Key.str());
           });
  }
  const MetaDict &make(const MetaDict &Old) {
    SmallVector<KwArg, 8> Kept;
    for (const KwArg &E : Old.entries())
      if (!isDropped(E.Name))
        Kept.push_back(E);
    return Kept.size() == Old.entries().size() ? Old : Ctx.internMeta(Kept);
  }

  Context &Ctx;
  ArrayRef<GlobPattern> Keys;
  bool IsProgram;
  DenseMap<uint32_t, const MetaDict *> Known;
};

} // namespace

Expected<bool> StripMetadata::run(GraphModule &M) {
  SmallVector<GlobPattern, 4> Globs;
  for (const std::string &Key : Keys) {
    Expected<GlobPattern> P = GlobPattern::create(Key, MaxGlobAlternatives);
    if (!P)
      return makeError(diag::err_pipeline_bad_value, SMLoc(), name(), "keys",
                       "'" + Key +
                           "' is not a valid glob: " + toString(P.takeError()));
    Globs.push_back(std::move(*P));
  }
  MetadataFilter Filter(M.context(), Globs, M.program());
  return Selected.run(*this, Where.get(), M, diags(), NumStripped,
                      [&](Node &N) {
                        if (!N.hasMeta())
                          return false;
                        const MetaDict &New = Filter.filter(N.meta());
                        if (&New == &N.meta())
                          return false;
                        N.setMeta(New);
                        return true;
                      });
}
