//===- PartitionPass.cpp - The pass partition -----------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outlining/BalancedStages.h"
#include "Outlining/PartitionTags.h"
#include "fx/Analysis/Partition.h"
#include "fx/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace fx;
using namespace llvm;

namespace fx {
#define GEN_PASS_DEF_PARTITION
#include "fx/Transforms/PassBases.h.inc"
} // namespace fx

namespace {

struct PartitionNodes : impl::PartitionBase<PartitionNodes> {
  Expected<bool> run(GraphModule &M) override;

private:
  /// More stages than that are not a pipeline.
  static constexpr unsigned MaxStages = 1024;
  Expected<PartitionTags> parseTags(const GraphModule &M);
  void report(const Graph &G, const fx::Partition &Parts,
              ArrayRef<std::string> Names);
};

} // namespace

/// A name for each part: its tag, and for further parts of one `TAG_1`, ...
static std::vector<std::string> nameParts(const fx::Partition &Parts,
                                          const PartitionTags &Tags) {
  StringSet<> Taken;
  for (uint32_t I = 0; I != Tags.size(); ++I)
    Taken.insert(Tags.name(I));
  std::vector<unsigned> Count(Tags.size());
  std::vector<std::string> Names;
  for (const fx::Partition::Part &Part : Parts.parts()) {
    StringRef Tag = Tags.name(Part.Tag);
    std::string Name = Tag.str();
    if (Count[Part.Tag]++ != 0) {
      unsigned Number = Count[Part.Tag] - 1;
      do
        Name = (Tag + "_" + Twine(Number++)).str();
      while (!Taken.insert(Name).second);
    }
    Names.push_back(std::move(Name));
  }
  return Names;
}

static std::string amount(size_t Number, StringRef Word) {
  return (Twine(Number) + " " + Word + (Number == 1 ? "" : "s")).str();
}

void PartitionNodes::report(const Graph &G, const fx::Partition &Parts,
                            ArrayRef<std::string> Names) {
  size_t Alone = 0;
  for (Node *N : G.nodes())
    Alone += N->isCall() && Parts.partOf(*N) == fx::Partition::None;
  for (auto [I, Part] : enumerate(Parts.parts())) {
    SmallSetVector<const Node *, 16> Inputs;
    size_t Outputs = 0;
    uint64_t BytesIn = 0, BytesOut = 0;
    for (Node *N : Part.Nodes) {
      for (const Use &U : N->operandUses()) {
        const Node *Operand = G.node(U.Value);
        if (Parts.partOf(*Operand) != I && Inputs.insert(Operand))
          BytesIn += bytesOf(Operand->val());
      }
      if (any_of(N->users(), [&, Part = I](const Node *User) {
            return Parts.partOf(*User) != Part;
          })) {
        ++Outputs;
        BytesOut += bytesOf(N->val());
      }
    }
    remark(*Part.Nodes.front(),
           "part '" + Names[I] + "': " + amount(Part.Nodes.size(), "node") +
               ", " + amount(Inputs.size(), "input") + " (" +
               amount(BytesIn, "byte") + "), " + amount(Outputs, "output") +
               " (" + amount(BytesOut, "byte") + ")");
  }
  remark(DiagnosticPlace(), amount(Parts.parts().size(), "part") + ", " +
                                amount(Alone, "call") + " without a part");
}

Expected<PartitionTags> PartitionNodes::parseTags(const GraphModule &M) {
  StringRef Text = StringRef(By.get()).trim();
  if (!Text.consume_front("balanced:"))
    return PartitionTags::parse(M.graph(), By.get(), Tag.get());
  unsigned Count = 0;
  if (Text.getAsInteger(10, Count) || Count == 0 || Count > MaxStages)
    return createStringError("'" + Text +
                             "' is not a number of stages from 1 "
                             "to " +
                             Twine(MaxStages));
  if (!(Link >= 0))
    return createStringError("a byte that is sent cannot cost less than "
                             "nothing");
  return PartitionTags::stages(M.graph(), balancedStages(M, Count,
                                                         Cost == CostKind::Flops
                                                             ? StageCost::FLOPs
                                                             : StageCost::Bytes,
                                                         Link));
}

Expected<bool> PartitionNodes::run(GraphModule &M) {
  Graph &G = M.graph();
  Expected<PartitionTags> Tags = parseTags(M);
  if (!Tags)
    return error(DiagnosticPlace(), toString(Tags.takeError()));
  PartitionOptions Options;
  Options.MinNodes = MinNodes;
  Options.SplitIndependent = SplitIndependent;
  fx::Partition Parts(
      G, Tags->size(), [&](const Node &N) { return Tags->of(N); }, Options);
  std::vector<std::string> Names = nameParts(Parts, *Tags);
  Symbol Key = M.context().intern("tag");
  std::vector<Argument> Values;
  for (StringRef Name : Names)
    Values.push_back(Argument::string(M.context(), Name));
  bool Changed = false;
  for (Node *N : G.nodes()) {
    const Argument *Old = N->isCall() ? N->meta(Key) : nullptr;
    uint32_t Part = Parts.partOf(*N);
    bool IsInNone = Part == fx::Partition::None;
    // Tags of other forms are not what parts are made of.
    if (IsInNone ? !Old || !Old->isString() : Old && *Old == Values[Part])
      continue;
    StringRef What = IsInNone ? "untagged" : StringRef(Names[Part]);
    if (!mayRewrite(*N, What))
      continue;
    if (IsInNone)
      N->eraseMeta("tag");
    else
      N->setMeta(Key, Values[Part]);
    if (isWatched())
      rewrote(N->name(), What);
    ++NumTagged;
    Changed = true;
  }
  NumParts += Parts.parts().size();
  if (Report)
    report(G, Parts, Names);
  return Changed;
}
