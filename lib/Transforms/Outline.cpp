//===- Outline.cpp - The pass outline -------------------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outlining/PartitionTags.h"
#include "fx/Interop/UnlistedState.h"
#include "fx/Support/Globs.h"
#include "fx/Transforms/Outlining.h"
#include "fx/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_OUTLINE
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

/// \p Text as the name of a submodule.
static std::string asName(StringRef Text) {
  std::string Name;
  if (Text.empty() || isDigit(Text.front()))
    Name = "_";
  for (char C : Text)
    Name += isAlnum(C) ? C : '_';
  return Name;
}

static size_t countState(const GraphModule &M) {
  size_t Count = 0;
  M.forEachState([&](const TensorAttr &, StringRef) { ++Count; });
  return Count;
}

namespace {
struct Outline : impl::OutlineBase<Outline> {
  Expected<bool> run(GraphModule &M) override {
    Expected<std::vector<GlobPattern>> Globs = parseGlobs(TagGlobs);
    if (!Globs)
      return Globs.takeError();
    PartitionTags Tags = PartitionTags::read(M.graph(), [&](StringRef Tag) {
      return Globs->empty() ||
             any_of(*Globs, [&](const GlobPattern &G) { return G.match(Tag); });
    });
    // In a fixed point, the tags of the first turn are gone in the second.
    if (Tags.size() == 0 && NumOutlined.value() == 0)
      warning(SMLoc(), Globs->empty()
                           ? "no node has a tag; the passes partition and "
                             "tag-nodes give them"
                           : "no node has a tag that " +
                                 join(TagGlobs.get(), " or ") + " matches");
    // Tensors that the tree does not list are found by their paths, which are
    // others in a part.
    size_t Listed = countState(M);
    if (Tags.size() != 0 && !M.program() && !M.weightFiles().empty())
      if (Error E = UnlistedState(M).listModules())
        return E;
    Listed = countState(M) - Listed;
    Partition Parts(M.graph(), Tags.size(),
                    [&](const Node &N) { return Tags.of(N); });
    OutlineOptions Options;
    Options.Dedupe = Dedupe;
    size_t NumNamed = 0;
    auto TagOf = [&](size_t I) { return Tags.name(Parts.parts()[I].Tag); };
    Options.NameOf = [&](size_t I) {
      return Name.get().empty() ? asName(TagOf(I))
                                : asName(Name.get()) + "_" + utostr(NumNamed++);
    };
    Options.Kept = [&](size_t I, const std::string &Why) {
      ArrayRef<Node *> Nodes = Parts.parts()[I].Nodes;
      remark(*Nodes.front(),
             "a part with the tag '" + TagOf(I) + "' stays as it is: " + Why);
    };
    if (isWatched()) {
      auto First = [&](size_t I) -> Node & {
        return *Parts.parts()[I].Nodes.front();
      };
      Options.Admits = [&](size_t I) { return mayRewrite(First(I), TagOf(I)); };
      Options.Outlined = [&](size_t I) { rewrote(First(I).name(), TagOf(I)); };
    }
    OutlineResult Result = outlineParts(M, Parts, Options);
    if (Result.Outlined && isWatched())
      rewrote("", "arranged");
    NumOutlined += Result.Outlined;
    NumShared += Result.Shared;
    return Result.Outlined != 0 || Listed != 0;
  }
};
} // namespace
