//===- CallRecipes.h - Calls that results made before -----------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Choosing the overload of a call and inferring its value take most of the time
// of a rewrite, and a rule that is applied a thousand times does both for a few
// types again and again. A recipe keeps what they came to.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_CALLRECIPES_H
#define FX_LIB_REWRITE_CALLRECIPES_H

#include "fx/IR/Graph.h"
#include "fx/IR/OpOverloads.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>

namespace fx::rewrite {

struct Term;

/// The node that one call of a result became for arguments of some types.
struct CallRecipe {
  /// The value of each argument that is a node; other arguments themselves.
  llvm::SmallVector<Argument, 4> Key;
  bool UsesOverloads = false;
  const OpInfo *Op = nullptr;
  Opcode Kind = Opcode::CallFunction;
  Symbol Target;
  uint32_t Spec = 0;
  /// For each operand, the argument that it is.
  llvm::SmallVector<uint8_t, 4> Operands;
  /// What the node is called; empty: it follows from the target.
  llvm::StringRef Name;
  /// The call stands for one of another operator, which says its value.
  bool StandsForOther = false;
  /// The metadata with the value alone; null where it has to be inferred.
  const MetaDict *Meta = nullptr;
};

/// The recipes of the results of one graph, a few of each call.
class CallRecipes {
public:
  /// What \p T with \p Args was before, or null.
  CallRecipe *find(const Term &T, const OpInfo &Op, bool UsesOverloads,
                   llvm::ArrayRef<Argument> Args);
  /// Remembers that \p T with \p Args became \p N, which has no name but
  /// \p Name. Null where another call of the same types may become another
  /// node.
  CallRecipe *add(const Term &T, const OpInfo &Op, bool UsesOverloads,
                  llvm::ArrayRef<Argument> Args, const Node &N,
                  llvm::StringRef Name);
  /// Remembers that \p N, which was made from \p R, has the value that it has.
  static void noteValue(CallRecipe &R, const Node &N);
  /// The call of \p R with \p Args.
  static Node *make(const CallRecipe &R, llvm::ArrayRef<Argument> Args,
                    Graph &G);

private:
  struct Recipes {
    std::deque<CallRecipe> List;
    unsigned Oldest = 0;
  };
  llvm::DenseMap<const Term *, Recipes> Known;
};

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_CALLRECIPES_H
