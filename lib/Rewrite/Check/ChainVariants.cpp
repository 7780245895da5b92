//===- ChainVariants.cpp - Programs with longer chains --------------------===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The example of a pattern with `~c:views(P)` shows a chain or two. An operator
// of the set that repeats elements, or leaves some out, decides more.
//
//===----------------------------------------------------------------------===//

#include "RuleVariants.h"
#include "fx/IR/OpInfo.h"

using namespace fx;
using namespace fx::rewrite;
using namespace llvm;

namespace {
/// A view as the operator of a chain.
struct LinkCall {
  StringLiteral Op;
  ArrayRef<StringRef> Args;
};
} // namespace

/// Calls of \p Op on what may have any sizes: those that are not programs are
/// left out.
static SmallVector<ArrayRef<StringRef>, 4> argumentsOf(StringRef Op) {
  static constexpr StringRef Ones2[] = {"[2, -1]"}, Ones3[] = {"[2, -1, -1]"},
                             Ones4[] = {"[2, -1, -1, -1]"}, Zero[] = {"0"},
                             Last[] = {"-1"}, Zeros[] = {"0", "0"},
                             LastZero[] = {"-1", "0"}, Turn[] = {"0", "-1"},
                             Turn2[] = {"[1, 0]"}, Turn3[] = {"[2, 0, 1]"},
                             Turn4[] = {"[3, 1, 0, 2]"}, Flat[] = {"[-1]"},
                             Column[] = {"[-1, 1]"}, Front[] = {"0", "1"},
                             FrontColumn[] = {"0", "[-1, 1]"},
                             LastRow[] = {"-1", "[1, -1]"},
                             OneOf[] = {"0", "0", "1"},
                             OneOfLast[] = {"-1", "1", "1"},
                             Rest[] = {"0", "1", "9223372036854775807"},
                             Even[] = {"-1", "0", "9223372036854775807", "2"},
                             Windows[] = {"0", "2", "1"},
                             Half[] = {"torch.float16"};
  static constexpr LinkCall Calls[] = {{"expand", Ones2},
                                       {"expand", Ones3},
                                       {"expand", Ones4},
                                       {"select", Zeros},
                                       {"select", LastZero},
                                       {"narrow", OneOf},
                                       {"narrow", OneOfLast},
                                       {"slice", Rest},
                                       {"slice", Even},
                                       {"transpose", Turn},
                                       {"permute", Turn2},
                                       {"permute", Turn3},
                                       {"permute", Turn4},
                                       {"unsqueeze", Zero},
                                       {"unsqueeze", Last},
                                       {"squeeze", Zero},
                                       {"squeeze", {}},
                                       {"view", Flat},
                                       {"view", Column},
                                       {"reshape", Flat},
                                       {"reshape", Column},
                                       {"_unsafe_view", Flat},
                                       {"_unsafe_view", Column},
                                       {"flatten", {}},
                                       {"flatten", Front},
                                       {"unflatten", FrontColumn},
                                       {"unflatten", LastRow},
                                       {"movedim", Turn},
                                       {"unfold", Windows},
                                       {"flip", Zero},
                                       {"to", Half},
                                       {"_to_copy", Half}};
  SmallVector<ArrayRef<StringRef>, 4> Found;
  for (const LinkCall &C : Calls)
    if (C.Op == Op)
      Found.push_back(C.Args);
  // Many need no others.
  if (Found.empty())
    Found.emplace_back();
  return Found;
}

std::vector<Clause> RuleVariants::addLinks(ArrayRef<const OpInfo *> Links,
                                           const Expr *To) {
  SmallVector<const Expr *, 4> Places;
  if (To)
    Places.push_back(To);
  else
    Places = callsOf(Links);
  std::vector<Clause> Variants;
  for (const Expr *Place : Places)
    for (const OpInfo *Op : Links)
      for (ArrayRef<StringRef> Args : argumentsOf(Op->name())) {
        Change Link = {Change::Link, Place, 0, Op->name()};
        Link.Args = Args;
        Change Square = {Change::Square, nullptr, 0, {}, "3"};
        Variants.push_back(apply({&Link}));
        Variants.push_back(apply({&Link, &Square}));
      }
  return Variants;
}
