//===- RewritePattern.h - Parts of rules in C++ -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// What no pattern and no condition of the language can say: functions that
/// conditions call, and rules whose text names a root and leaves the rest to a
/// class. The engine decides about aliases, writes, types and places as for any
/// rule (docs/RuleLanguage.md).
///
//===----------------------------------------------------------------------===//

#ifndef FX_REWRITE_REWRITEPATTERN_H
#define FX_REWRITE_REWRITEPATTERN_H

#include "fx/IR/Node.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace fx::rewrite {

/// A constant, or the reason why there is none, which explanations show.
class Outcome {
public:
  Outcome(Argument Value) : Value(std::move(Value)) {}
  static Outcome no(const llvm::Twine &Why) {
    Outcome O;
    O.Why = Why.str();
    return O;
  }
  explicit operator bool() const { return Value.has_value(); }
  const Argument &operator*() const { return *Value; }
  const std::string &why() const { return Why; }

private:
  Outcome() = default;
  std::optional<Argument> Value;
  std::string Why;
};

/// Takes constants as they are, and values of the graph as nodes. It must be
/// pure: the engine asks in any order, again, and in several threads.
using RuleFunction = std::function<Outcome(llvm::ArrayRef<Argument>)>;

/// Lets rules call \p Name, such as `mylib.fits(%x, $n)`, with that many
/// arguments, at most 255. False where an operator or a function has that name.
/// Thread-safe; to be called before the rules are read, by plugins when they
/// are registered.
bool registerRuleFunction(llvm::StringRef Name, unsigned MinArgs,
                          unsigned MaxArgs, RuleFunction Function);

/// What a RewritePattern has found.
class MatchedNodes {
public:
  /// \p N is one of the nodes that are replaced together; the root is one
  /// already.
  void add(Node &N) { Nodes.push_back(&N); }
  /// Keeps a value for RewritePattern::rewrite.
  void set(llvm::StringRef Name, Argument Value) {
    Values[Name] = std::move(Value);
  }
  /// None for names that were not set.
  Argument operator[](llvm::StringRef Name) const {
    return Values.lookup(Name);
  }
  llvm::ArrayRef<Node *> nodes() const { return Nodes; }

private:
  llvm::SmallVector<Node *, 8> Nodes;
  llvm::StringMap<Argument> Values;
};

/// Makes the nodes of a result, before the root.
class ResultBuilder {
public:
  virtual ~ResultBuilder();
  /// A call of an operator that rules may name, `mul` or
  /// `torch.ops.mylib.f.default`, in the spelling of the root; \p Named are
  /// arguments by name. The new node has its value where the root has one.
  /// Fails where no overload takes the arguments or gives no value, and where
  /// one of them is not made before the root.
  virtual llvm::Expected<Node *>
  call(llvm::StringRef Op, llvm::ArrayRef<Argument> Args,
       llvm::ArrayRef<std::pair<llvm::StringRef, Argument>> Named = {}) = 0;
};

/// A rule in C++. Its text has the attributes, the root, conditions and
/// examples, and `with native`:
///
/// \code
///   rule fuse-rotary : O3, rounding {
///     match cat([...], -1)
///     with native
///   }
/// \endcode
///
/// What the text names is not handed over: match() looks itself.
class RewritePattern {
public:
  virtual ~RewritePattern();
  /// Whether the rule fits at \p Root, where the pattern of the text does: any
  /// value, or Outcome::no with the reason. What the result replaces besides
  /// the root is added to \p M. Called before the conditions of the text.
  virtual Outcome match(Node &Root, MatchedNodes &M) const = 0;
  /// Makes what replaces the root with \p R, and nothing without it.
  virtual llvm::Expected<Node *> rewrite(Node &Root, const MatchedNodes &M,
                                         ResultBuilder &R) const = 0;
};

/// Makes \p Pattern the rest of the rule called \p Rule. False where that has
/// one. Thread-safe; to be called before the rules are read.
bool registerRewritePattern(llvm::StringRef Rule,
                            std::unique_ptr<RewritePattern> Pattern);

} // namespace fx::rewrite

#endif // FX_REWRITE_REWRITEPATTERN_H
