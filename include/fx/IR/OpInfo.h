//===- OpInfo.h - Operators and their spellings -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// One OpInfo is one operator, whatever it is called: `torch.relu`,
/// `torch.nn.functional.relu`, the method `relu` and
/// `torch.ops.aten.relu.default` are four OpTargets of the OpInfo `relu`. An
/// OpTarget is what a node calls; it has the overloads that Python sees and
/// says what a call does besides computing its result.
///
/// Both live as long as the process and never move, so they are compared by
/// address. The tables come from TableGen (include/fx/IR/Ops*.td); see
/// OpRegistry.h for lookup.
///
//===----------------------------------------------------------------------===//

#ifndef FX_IR_OPINFO_H
#define FX_IR_OPINFO_H

#include "fx/IR/OpSchema.h"
#include <atomic>

namespace fx {

class OpInfo;

/// What kind of node calls a target.
enum class TargetKind : uint8_t {
  Function, ///< call_function; the name is the qualified one, `torch.relu`.
  Method    ///< call_method; the name is the bare one, `relu`.
};

/// One thing that a call may do besides computing a fresh result.
///
/// Text form: `writes P`, `aliases P`, `random`, `side-effect`, `opaque`, each
/// with an optional ` if C` or ` if not C` where C is a parameter.
struct EffectRule {
  enum RuleKind : uint8_t {
    Writes,     ///< Changes what Param holds.
    Aliases,    ///< The result may share memory with Param.
    Random,     ///< Draws from a random number generator.
    SideEffect, ///< Has an effect that no value shows, e.g. an assertion.
    Opaque      ///< Nothing is known.
  };
  enum ConditionKind : uint8_t { Always, IfTrue, IfFalse };
  RuleKind Kind = Opaque;
  ConditionKind When = Always;
  llvm::StringRef Param;
  llvm::StringRef Condition;
};

/// Reads the text form of a rule. The result points into Text.
llvm::Expected<EffectRule> parseEffectRule(llvm::StringRef Text);

/// One name under which an operator can be called.
struct OpSpelling {
  TargetKind Kind = TargetKind::Function;
  llvm::StringRef Name;
};

/// How to recover one operand of a call from its result, as a formula in which
/// `result` is the result and the other parameters have their names. See
/// OpInverse.h, which applies it.
struct InverseRule {
  llvm::StringRef Param;
  /// The only spelling it holds for; empty: all that have no rule of their
  /// own.
  llvm::StringRef Spelling;
  /// The compiled formula, see Formula.h.
  llvm::StringRef Formula;
};

/// One callable. torch.fx: the target of a call_function or call_method node.
class OpTarget {
public:
  OpTarget(const OpTarget &) = delete;
  OpTarget &operator=(const OpTarget &) = delete;

  /// As torch.fx prints it: `torch.relu`, `operator.add`, `relu`.
  llvm::StringRef name() const { return Name; }
  TargetKind kind() const { return Kind; }
  bool isMethod() const { return Kind == TargetKind::Method; }
  /// The operator that this is a spelling of.
  const OpInfo &op() const { return *Op; }
  /// The family of rules by which values of results follow from those of
  /// operands; empty when there is none. See fx/Analysis/ValueInference.h.
  llvm::StringRef valueRule() const { return ValueRule; }

  /// The overloads in the order in which Python tries them; for methods the
  /// first parameter is the receiver. Empty when the signature is not known.
  /// Parsed on first use, thread-safe.
  llvm::ArrayRef<OpSchema> overloads() const {
    const Lazy *Parsed = Details.load(std::memory_order_acquire);
    return Parsed ? Parsed->Overloads : parse().Overloads;
  }

  /// What calls do besides what the overloads' alias marks and tags say.
  llvm::ArrayRef<EffectRule> effectRules() const {
    const Lazy *Parsed = Details.load(std::memory_order_acquire);
    return Parsed ? Parsed->Effects : parse().Effects;
  }

  /// True when every call with \p NumArgs positional and no keyword arguments
  /// fits the known signature as far as their number goes, and can do nothing
  /// but compute memory of its own. Keywords may be `out` and the like.
  bool isPlainlyPure(unsigned NumArgs, unsigned NumKwargs) const {
    if (NumKwargs)
      return false;
    const Lazy *Parsed = Details.load(std::memory_order_acquire);
    return int(NumArgs) <= (Parsed ? Parsed : &parse())->MaxPureArgs;
  }

  /// True for `torch.ops.NAMESPACE.NAME.OVERLOAD`: one schema, which arguments
  /// must obey.
  bool isOperatorOverload() const { return IsOverload; }

  /// How Python binds arguments here: PyTorch's native functions accept
  /// NumPy's parameter names and `x.view(2, 3)`.
  const BindOptions &bindOptions() const { return Binding; }

private:
  friend class OpRegistryImpl;
  struct Lazy {
    llvm::ArrayRef<OpSchema> Overloads;
    llvm::ArrayRef<EffectRule> Effects;
    /// So many positional arguments alone have no effect; -1: any call may.
    int MaxPureArgs;
  };

  OpTarget() = default;
  const Lazy &parse() const;

  llvm::StringRef Name;
  llvm::StringRef ValueRule;
  const OpInfo *Op = nullptr;
  mutable std::atomic<const Lazy *> Details{nullptr};
  const void *Record = nullptr;
  BindOptions Binding;
  TargetKind Kind = TargetKind::Function;
  bool IsOverload = false;
};

enum class OpSet : uint8_t;

/// One operator.
class OpInfo {
public:
  OpInfo(const OpInfo &) = delete;
  OpInfo &operator=(const OpInfo &) = delete;

  /// The canonical name, e.g. `relu`. An in-place form ends in `_`, a form
  /// that only writes to `out` in `.out`.
  llvm::StringRef name() const { return Name; }
  /// A small number: the position in the built-in table for operators declared
  /// there, larger ones for all others in the order of first use.
  unsigned id() const { return ID; }
  /// One line, empty for operators that are known only from their schema.
  llvm::StringRef summary() const { return Summary; }

  /// f(a, b) equals f(b, a) when the call has no further arguments.
  bool isCommutative() const { return Commutative; }
  /// Each element of the result depends on the elements at the same place.
  bool isPointwise() const { return Pointwise; }
  /// fx/IR/OpSets.h has the sets.
  bool isIn(OpSet Set) const { return Sets >> unsigned(Set) & 1; }
  /// `relu` for `relu_`, else null.
  const OpInfo *functionalForm() const { return Functional; }

  /// The rule that its spellings have which none is declared for; empty when
  /// there is none.
  llvm::StringRef valueRule() const { return ValueRule; }

  /// What builders call: a function, e.g. `torch.relu`, or the method x as
  /// `.x`; empty when there are only operator overloads.
  llvm::StringRef builder() const { return Builder; }
  /// The function that builders call; empty when that is a method.
  llvm::StringRef builderFunction() const {
    return Builder.starts_with(".") ? llvm::StringRef() : Builder;
  }
  /// The rules that recover an operand from the result. Empty when there is no
  /// inverse.
  llvm::ArrayRef<InverseRule> inverses() const { return Inverses; }

  /// Every known name, functions first, each group sorted. Made on first use,
  /// thread-safe.
  llvm::ArrayRef<OpSpelling> spellings() const;

private:
  friend class OpRegistryImpl;
  OpInfo() = default;

  llvm::StringRef Name;
  llvm::StringRef Summary;
  llvm::StringRef Builder;
  llvm::StringRef ValueRule;
  llvm::ArrayRef<InverseRule> Inverses;
  llvm::ArrayRef<EffectRule> Effects;
  const OpInfo *Functional = nullptr;
  mutable std::atomic<const llvm::ArrayRef<OpSpelling> *> Spellings{nullptr};
  /// A bit for each OpSet.
  uint32_t Sets = 0;
  unsigned ID = 0;
  bool Commutative = false;
  bool Pointwise = false;
};

} // namespace fx

#endif // FX_IR_OPINFO_H
