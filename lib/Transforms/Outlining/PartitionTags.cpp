//===- PartitionTags.cpp - Which tag a node gets --------------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartitionTags.h"
#include "fx/Analysis/NodeSelector.h"
#include "fx/IR/OpInfo.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace fx;
using namespace llvm;

uint64_t fx::bytesOf(const Argument *Val) {
  if (!Val)
    return 0;
  if (TensorType T(*Val); T) {
    uint64_t Bytes = itemSize(T.dtype());
    for (const Argument &Size : T.sizes())
      if (Size.isInt())
        Bytes = SaturatingMultiply(Bytes, uint64_t(Size.asInt()));
    return Bytes;
  }
  uint64_t Bytes = 0;
  if (Val->isSequence())
    for (const Argument &E : Val->elements())
      Bytes = SaturatingAdd(Bytes, bytesOf(&E));
  return Bytes;
}

//===----------------------------------------------------------------------===//
// Tags
//===----------------------------------------------------------------------===//

uint32_t PartitionTags::number(StringRef Name) {
  auto [It, IsNew] = Numbers.try_emplace(Name, Names.size());
  if (IsNew)
    Names.push_back(Name.str());
  return It->second;
}

const Node *fx::tupleOfItem(const Node &N) {
  const Node *From =
      N.isGetItem() && N.numArgs() == 2 ? N.arg(0).asNode() : nullptr;
  const Argument *Val = From && From->isCall() ? From->val() : nullptr;
  return Val && Val->isSequence() && N.arg(1).isInt() ? From : nullptr;
}

uint32_t PartitionTags::of(const Node &N) const {
  const Node *Owner = &N;
  while (const Node *From = tupleOfItem(*Owner))
    Owner = From;
  return Tags[Owner->id()];
}

PartitionTags PartitionTags::read(const Graph &G,
                                  function_ref<bool(StringRef)> Takes) {
  PartitionTags Result(G);
  Symbol Key = G.context().intern("tag");
  DenseMap<Symbol, uint32_t> Known;
  for (Node *N : G.nodes()) {
    const Argument *Tag = N->isCall() ? N->meta(Key) : nullptr;
    if (!Tag || !Tag->isString())
      continue;
    auto [It, IsNew] = Known.try_emplace(Tag->symbol(), None);
    if (IsNew && (!Takes || Takes(Tag->str())))
      It->second = Result.number(Tag->str());
    Result.Tags[N->id()] = It->second;
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// The option `by`
//===----------------------------------------------------------------------===//

/// Splits at \p Separator where no quotes are open.
static SmallVector<StringRef, 4> splitOutsideQuotes(StringRef Text,
                                                    char Separator) {
  SmallVector<StringRef, 4> Parts;
  size_t Begin = 0;
  char Quote = 0;
  for (size_t I = 0; I != Text.size(); ++I) {
    char C = Text[I];
    if (C == '\\') {
      I += I + 1 != Text.size();
    } else if (Quote) {
      Quote = C == Quote ? 0 : Quote;
    } else if (C == '"' || C == '\'') {
      Quote = C;
    } else if (C == Separator) {
      Parts.push_back(Text.slice(Begin, I));
      Begin = I + 1;
    }
  }
  Parts.push_back(Text.substr(Begin));
  return Parts;
}

Error PartitionTags::tagRules(const Graph &G, StringRef Rules) {
  struct Rule {
    NodeMatcher Matcher;
    uint32_t Tag;
  };
  std::vector<Rule> Parsed;
  for (StringRef Text : splitOutsideQuotes(Rules, ';')) {
    if (Text.trim().empty())
      continue;
    auto [Selector, Tag] = Text.rsplit("->");
    Tag = Tag.trim();
    if (!Text.contains("->") || Tag.empty())
      return createStringError("expected 'SELECTOR -> TAG', not '" +
                               Text.trim() + "'");
    Expected<NodeSelector> S = NodeSelector::parse(Selector, G.context());
    if (!S)
      return S.takeError();
    Parsed.push_back({NodeMatcher(*S, G), number(Tag)});
  }
  for (Node *N : G.nodes())
    for (Rule &R : Parsed)
      if (N->isCall() && R.Matcher.matches(*N)) {
        Tags[N->id()] = R.Tag;
        break;
      }
  return Error::success();
}

Error PartitionTags::tagOps(const Graph &G, StringRef File, StringRef Tag) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text =
      MemoryBuffer::getFile(File, /*IsText=*/true);
  if (!Text)
    return createStringError("cannot read '" + File +
                             "': " + Text.getError().message());
  // Keys are an operator's name, a spelling or a class of modules.
  StringMap<SmallVector<DType, 4>> Supported;
  SmallVector<StringRef, 64> Lines;
  (*Text)->getBuffer().split(Lines, '\n');
  for (auto [I, Line] : enumerate(Lines)) {
    SmallVector<StringRef, 4> Words;
    SplitString(Line.split('#').first, Words);
    if (Words.empty())
      continue;
    SmallVector<DType, 4> &Types = Supported[Words.front()];
    for (StringRef Word : drop_begin(Words)) {
      std::optional<DType> Type = parseDTypeName(Word);
      if (!Type)
        return createStringError(File + ":" + Twine(I + 1) + ": '" + Word +
                                 "' is not a dtype");
      Types.push_back(*Type);
    }
  }
  uint32_t Number = number(Tag);
  for (Node *N : G.nodes()) {
    if (!N->isCall())
      continue;
    auto It = Supported.find(N->targetText());
    const OpTarget *Op = N->opTarget();
    if (It == Supported.end() && Op)
      It = Supported.find(Op->op().name());
    if (It == Supported.end())
      continue;
    ArrayRef<DType> Types = It->second;
    const Argument *Val = N->val();
    if (Val && Val->isSequence() && Val->size() != 0)
      Val = &(*Val)[0];
    TensorType T = Val ? TensorType(*Val) : TensorType();
    if (Types.empty() || (T && is_contained(Types, T.dtype())))
      Tags[N->id()] = Number;
  }
  return Error::success();
}

/// What the nodes of a stage take: their results, and the state that they are
/// the first to use; where no value is known, the node counts.
static std::vector<std::pair<Node *, uint64_t>> costs(const Graph &G) {
  std::vector<std::pair<Node *, uint64_t>> Costs;
  DenseSet<const Node *> Seen;
  for (Node *N : G.nodes()) {
    if (!N->isCall())
      continue;
    uint64_t Cost = SaturatingAdd<uint64_t>(bytesOf(N->val()), 1);
    for (const Use &U : N->operandUses()) {
      const Node *Operand = G.node(U.Value);
      if (!Operand->isCall() && Seen.insert(Operand).second)
        Cost = SaturatingAdd(Cost, bytesOf(Operand->val()));
    }
    Costs.push_back({N, Cost});
  }
  return Costs;
}

Error PartitionTags::tagStages(const Graph &G, StringRef Count) {
  uint32_t Stages;
  if (Count.getAsInteger(10, Stages) || Stages == 0 || Stages > 1000000)
    return createStringError("'" + Count + "' is not a number of stages");
  auto Costs = costs(G);
  double Total = 0, Before = 0;
  for (auto [N, Cost] : Costs)
    Total += double(Cost);
  for (auto [N, Cost] : Costs) {
    // A node is where its middle is.
    uint32_t Stage = (Before + double(Cost) / 2) / Total * Stages;
    Tags[N->id()] = number("stage" + utostr(std::min(Stage, Stages - 1)));
    Before += double(Cost);
  }
  return Error::success();
}

Error PartitionTags::tagSizes(const Graph &G, StringRef Bytes) {
  uint64_t Limit = 0;
  StringRef Digits = Bytes;
  uint64_t Unit = Digits.consume_back("KiB")   ? 1 << 10
                  : Digits.consume_back("MiB") ? 1 << 20
                  : Digits.consume_back("GiB") ? 1 << 30
                                               : 1;
  if (Digits.getAsInteger(10, Limit) || Limit == 0)
    return createStringError("'" + Bytes +
                             "' is not a size: expected a number of bytes, or "
                             "one with KiB, MiB or GiB");
  Limit = SaturatingMultiply(Limit, Unit);
  unsigned Stage = 0;
  uint64_t Used = 0;
  for (auto [N, Cost] : costs(G)) {
    if (Used && SaturatingAdd(Used, Cost) > Limit) {
      ++Stage;
      Used = 0;
    }
    Used = SaturatingAdd(Used, Cost);
    Tags[N->id()] = number("stage" + utostr(Stage));
  }
  return Error::success();
}

Error PartitionTags::tagAfter(const Graph &G, StringRef Nodes) {
  SmallVector<StringRef, 8> Names;
  Nodes.split(Names, ',');
  DenseSet<const Node *> Ends;
  for (StringRef Name : Names) {
    Name = Name.trim();
    Name.consume_front("%");
    if (Name.empty())
      return createStringError(
          "expected names of nodes after which stages end, "
          "such as by=after:relu or --split-at=relu");
    const Node *N = G.findByName(Name);
    if (!N)
      return createStringError(noSuchNode(G, Name));
    Ends.insert(N);
  }
  unsigned Stage = 0;
  for (Node *N : G.nodes()) {
    if (N->isCall())
      Tags[N->id()] = number("stage" + utostr(Stage));
    Stage += Ends.contains(N);
  }
  return Error::success();
}

PartitionTags PartitionTags::stages(const Graph &G,
                                    ArrayRef<const Node *> Begins) {
  PartitionTags Result(G);
  size_t Stage = 0;
  for (Node *N : G.nodes()) {
    Stage += Stage != Begins.size() && Begins[Stage] == N;
    if (N->isCall())
      Result.Tags[N->id()] = Result.number("stage" + utostr(Stage));
  }
  return Result;
}

Expected<PartitionTags> PartitionTags::parse(const Graph &G, StringRef By,
                                             StringRef Default) {
  By = By.trim();
  if (By == "tag")
    return read(G);
  PartitionTags Result(G);
  StringRef Rest = By;
  Error E = Rest.consume_front("ops:")      ? Result.tagOps(G, Rest, Default)
            : Rest.consume_front("stages:") ? Result.tagStages(G, Rest)
            : Rest.consume_front("size:")   ? Result.tagSizes(G, Rest)
            : Rest.consume_front("after:")  ? Result.tagAfter(G, Rest)
                                            : Result.tagRules(G, By);
  if (E)
    return E;
  return Result;
}
