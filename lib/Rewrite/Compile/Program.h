//===- Program.h - Rules in the form that the engine runs -------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules are compiled for one Context. Patterns and terms are nodes of arrays
// that belong to their rule; nothing is looked up by name after that.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_PROGRAM_H
#define FX_LIB_REWRITE_PROGRAM_H

#include "fx/IR/Argument.h"
#include "fx/IR/OpInfo.h"
#include "fx/Rewrite/RuleHost.h"
#include "fx/Rewrite/RuleSet.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>

namespace fx::rewrite {

using SlotId = uint16_t;
constexpr SlotId NoSlot = 0xffff;

/// What a name of a rule stands for.
struct Slot {
  llvm::StringRef Name;
  bool IsValue = true; ///< `%x`, not `$k`.
  bool IsList = false; ///< `%x*`
  const char *Loc = nullptr;
  std::string shown() const { return (IsValue ? "%" : "$") + Name.str(); }
};

/// One operator that a pattern names.
struct OpChoice {
  const OpInfo *Op = nullptr;
  /// Where one target is meant, which other spellings do not match.
  const OpTarget *Only = nullptr;
  /// A second name of the choice before it, such as `rsub` of `sub`.
  bool IsSecond = false;
  /// One whose operands are exchanged; Signatures say so, too.
  bool IsReversed = false;
  /// For each way to read the arguments the names of the parameters that they
  /// are for.
  llvm::SmallVector<llvm::SmallVector<llvm::StringRef, 4>, 1> Signatures;
};

/// Alternatives, one of each group.
using OpGroups = std::vector<llvm::SmallVector<const OpInfo *, 1>>;

enum class FunctionId : uint16_t;
class RewritePattern;

/// A constant, a condition or a result, checked.
struct Term {
  enum TermKind : uint8_t {
    Literal,
    Ref,  ///< A slot.
    Item, ///< The name that a comprehension binds.
    List,
    Spread, ///< `...%a*` in a List.
    Unary,
    Binary,
    Compare,
    And,
    Or,
    Not,
    Conditional,
    Index,
    Slice,
    Comprehension,
    Function,
    Call,   ///< A call of an operator, in results.
    Update, ///< The call of a slot with other arguments.
    Chain,  ///< The chain of a slot, put on a kid.
    Fold    ///< What a kid computes, now.
  };
  TermKind Kind = Literal;
  bool IsGraph = false; ///< Its value is one of the graph, at least partly.
  SlotId SlotOf = NoSlot;
  uint16_t ItemOf = 0;
  FunctionId Fn{};
  Argument Value;
  llvm::StringRef Sign;
  llvm::SmallVector<llvm::StringRef, 2> Signs;
  llvm::SmallVector<const Term *, 3> Kids;
  /// What a Call calls, or the slot of a captured operator.
  llvm::SmallVector<OpChoice, 1> Ops;
  llvm::SmallVector<llvm::StringRef, 2> ArgNames;
  const Expr *Source = nullptr;
};

using PatternId = uint16_t;

/// Operators that a chain may have.
constexpr unsigned MaxChain = 8;

struct Pattern {
  enum PatternKind : uint8_t {
    Any,
    Value,   ///< Binds or compares a node; fits what is not given too.
    Const,   ///< Binds or compares a constant.
    Literal, ///< Equal to a constant.
    Call,
    Choice, ///< The first kid that fits.
    List,
    NAry,
    Guarded, ///< A kid, then a condition and constants.
    Chain    ///< A kid below any of some operators.
  };
  PatternKind Kind = Any;
  SlotId SlotOf = NoSlot; ///< What the node or constant is called.
  /// `f` of `f:{relu, gelu}(..)`; the nodes of a Chain, the last first.
  SlotId Operator = NoSlot;
  bool AllowsOthers = false; ///< `...` among the arguments.
  bool Commutes = false;     ///< The first two arguments, in any order.
  bool IsProduct = false;    ///< Whether an NAry is a product.
  bool Named = false;        ///< A Call of targets that are named in full.
  bool IsRest = false; ///< Whether the last kid of a List takes what is left.
  bool IsEach = false; ///< Whether the kid of a List is for every item.
  uint16_t CallId = 0; ///< Number of a Call, dense in the program.
  Argument Value_;     ///< Value of a Literal.
  llvm::SmallVector<OpChoice, 1> Ops;
  llvm::SmallVector<PatternId, 3> Kids; ///< Arguments of a Call.
  /// Arguments whose memory a Call writes.
  llvm::SmallVector<uint8_t, 0> Writes;
  /// Numbers of the operators that a Chain may have.
  llvm::SmallVector<uint16_t, 0> Links;
  llvm::SmallVector<const OpInfo *, 0> LinkOps; ///< The same operators.
  /// Numbers of operators that a node may have here; empty: any value.
  llvm::SmallVector<uint16_t, 4> Heads;
  /// Type of a Value.
  const TypePattern *Type = nullptr;
  llvm::SmallVector<SlotId, 2> DimSlots;
  /// Condition of a Guarded.
  const Term *Where = nullptr;
  llvm::SmallVector<std::pair<SlotId, const Term *>, 1> Giving;
  const Expr *Source = nullptr;
};

/// `where` or `let`.
struct Step {
  SlotId Target = NoSlot; ///< Slot of a let.
  const Term *Value = nullptr;
  llvm::StringRef Reason;
  const Clause *Source = nullptr;
};

/// One line of `with`.
struct ResultStep {
  SlotId Target = NoSlot; ///< A new value; NoSlot: what replaces roots.
  const Term *Value = nullptr;
  /// Which roots: by number. Several are replaced by the items of a tuple, and
  /// so are all of `match each`.
  llvm::SmallVector<unsigned, 1> Roots;
};

struct CompiledRule {
  const RuleDef *Def = nullptr;
  RuleFile *File = nullptr;
  llvm::StringRef Name;
  unsigned Level = 0; ///< 0: by name only.
  Exactness Class = Exactness::Exact;
  llvm::StringRef Phase;
  int64_t Benefit = 0;
  bool Inference = false, Shared = false, Once = false;
  bool Grows = false, Layout = false;
  bool Folds = false;       ///< It computes constants.
  bool IsMissingOp = false; ///< What it needs is not there.
  bool IsBuiltin = false;   ///< It comes with fx-opt.
  /// Whether what follows is there. A built-in rule is compiled when a graph
  /// has an operator of each group of NeededOps.
  bool IsCompiled = false;
  OpGroups NeededOps;
  std::deque<Pattern> Patterns;
  std::deque<Term> Terms;
  std::vector<Slot> Slots;
  PatternId Root = 0; ///< Number 0 of the roots.
  llvm::SmallVector<PatternId, 0> OtherRoots;
  bool Each = false; ///< All that fit the root with the same values.
  /// The roots write: they are statements in order, the root the last one.
  bool Statements = false;
  std::vector<Step> Steps;
  std::vector<ResultStep> Results;
  /// `with native`: what makes the result, and matches the rest.
  const RewritePattern *Native = nullptr;
  SlotId MetadataFrom = NoSlot;
  unsigned NumCalls = 0; ///< In the largest form of the pattern.
  unsigned Depth = 0;    ///< Depth of the pattern.
};

/// Numbers of the operators that rules name, from 1.
class OpNumbers {
public:
  uint16_t add(const OpInfo *Op) {
    return Numbers.try_emplace(Op, Numbers.size() + 1).first->second;
  }
  /// 0 for others.
  uint16_t lookup(const OpInfo *Op) const { return Numbers.lookup(Op); }
  size_t size() const { return Numbers.size() + 1; }

private:
  llvm::DenseMap<const OpInfo *, uint16_t> Numbers;
};

/// All rules that run together.
struct Program {
  Context *Ctx = nullptr;
  std::vector<std::unique_ptr<RuleFile>> Files;
  std::deque<CompiledRule> Rules;
  OpNumbers Numbers;
  uint16_t NumCalls = 0; ///< Patterns that are calls.
  RuleSet::HostMaker MakeHost;

  /// Null where the state is not known.
  std::unique_ptr<RuleHost> host(GraphModule &M, bool Inference) const {
    return MakeHost ? MakeHost(M, Inference) : nullptr;
  }
};

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_PROGRAM_H
