//===- RuleBuilder.h - Rules as C++ expressions -----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Writes rules from C++. What is built is text of the language, so it is read,
/// checked and explained as every other rule, and messages point into it:
///
/// \code
///   Value X("x");
///   Constant P("p"), Q("q"), R("r");
///   RuleTable Rules;
///   Rules.add("merge-permutes").level(1).exact()
///       .match(op("permute", op("permute", X, P), Q))
///       .let(R, op("mylib.compose", P, Q))
///       .with(op("permute", X, R));
///   registerRules("mylib.fxr", Rules.str());
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef FX_REWRITE_RULEBUILDER_H
#define FX_REWRITE_RULEBUILDER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace fx::rewrite {

/// An expression of the language: a pattern, a result, a condition or a
/// constant. It has Python's operators, with `&&`, `||` and `!` for `and`, `or`
/// and `not`, and no more parentheses than it needs.
class RuleExpr {
public:
  RuleExpr(int64_t Number);
  RuleExpr(int Number) : RuleExpr(int64_t(Number)) {}
  RuleExpr(bool Truth);
  RuleExpr(double Number);
  /// It would be True: string() and text() make expressions of texts.
  RuleExpr(const char *) = delete;
  /// How tightly its text holds together; what is looser gets parentheses.
  enum Level : uint8_t { Or, And, Not, Compare, Sum, Product, Sign, Primary };
  RuleExpr(std::string Text, Level Binding)
      : Text(std::move(Text)), Binding(Binding) {}

  const std::string &str() const { return Text; }
  /// With parentheses where it is looser than \p Around.
  std::string in(Level Around) const;
  /// `P as %x`: \p Name is what the pattern matched.
  RuleExpr as(const RuleExpr &Name) const;

private:
  std::string Text;
  Level Binding;
};

/// `%x`; with a type of the language such as `f32[N, C]`, `%x : f32[N, C]`.
class Value : public RuleExpr {
public:
  explicit Value(llvm::StringRef Name, llvm::StringRef Type = {});
};
/// `$k`
class Constant : public RuleExpr {
public:
  explicit Constant(llvm::StringRef Name);
};

/// Text of the language as it stands, in parentheses where it is not alone:
/// what has no function here.
RuleExpr text(llvm::StringRef Text);
/// `_`, `...` and `"name"`.
RuleExpr anything();
RuleExpr others();
RuleExpr string(llvm::StringRef Text);
/// `name=E`, an argument.
RuleExpr named(llvm::StringRef Name, const RuleExpr &E);
RuleExpr list(llvm::ArrayRef<RuleExpr> Items);
RuleExpr call(llvm::StringRef Name, llvm::ArrayRef<RuleExpr> Args);
/// A call of an operator, of `{a, b}`, of a set in angle brackets, or of a
/// function of conditions.
template <typename... Ts> RuleExpr op(llvm::StringRef Name, const Ts &...Args) {
  return call(Name, {RuleExpr(Args)...});
}
/// Any of \p Patterns, tried from the left.
RuleExpr anyOf(llvm::ArrayRef<RuleExpr> Patterns);

RuleExpr operator+(const RuleExpr &A, const RuleExpr &B);
RuleExpr operator-(const RuleExpr &A, const RuleExpr &B);
RuleExpr operator*(const RuleExpr &A, const RuleExpr &B);
RuleExpr operator/(const RuleExpr &A, const RuleExpr &B);
RuleExpr operator-(const RuleExpr &A);
RuleExpr operator==(const RuleExpr &A, const RuleExpr &B);
RuleExpr operator!=(const RuleExpr &A, const RuleExpr &B);
RuleExpr operator<(const RuleExpr &A, const RuleExpr &B);
RuleExpr operator<=(const RuleExpr &A, const RuleExpr &B);
RuleExpr operator>(const RuleExpr &A, const RuleExpr &B);
RuleExpr operator>=(const RuleExpr &A, const RuleExpr &B);
RuleExpr operator&&(const RuleExpr &A, const RuleExpr &B);
RuleExpr operator||(const RuleExpr &A, const RuleExpr &B);
RuleExpr operator!(const RuleExpr &A);

/// One rule; see docs/RuleLanguage.md for what its clauses mean.
class RuleBuilder {
public:
  explicit RuleBuilder(llvm::StringRef Name) : Name(Name) {}

  /// A line of its page.
  RuleBuilder &doc(llvm::StringRef Line);
  /// Applied by -O1, -O2 or -O3 on; without, by name only.
  RuleBuilder &level(unsigned L);
  RuleBuilder &exact() { return attribute("exact"); }
  RuleBuilder &cpuExact() { return attribute("cpu-exact"); }
  RuleBuilder &rounding() { return attribute("rounding"); }
  RuleBuilder &finite() { return attribute("finite"); }
  /// Any other, such as `inference` or `benefit 2`.
  RuleBuilder &attribute(const llvm::Twine &Text);

  /// A line of the pattern: the root, or what \p Name stands for.
  RuleBuilder &match(const RuleExpr &Pattern);
  RuleBuilder &match(const RuleExpr &Name, const RuleExpr &Pattern);
  RuleBuilder &where(const RuleExpr &Condition, llvm::StringRef Reason = {});
  RuleBuilder &let(const RuleExpr &Name, const RuleExpr &Of);
  /// A line of the result: what replaces the root, or what \p Name stands for.
  RuleBuilder &with(const RuleExpr &Result);
  RuleBuilder &with(const RuleExpr &Name, const RuleExpr &Result);
  /// A RewritePattern of the same name makes the result.
  RuleBuilder &withNative() { return with(text("native")); }
  /// `(x: f32[3]) BEFORE => AFTER`, or `no (x: i64[3]) BEFORE "why"`.
  RuleBuilder &example(llvm::StringRef Text);

  std::string str() const;

private:
  std::string Name;
  std::vector<std::string> Docs, Attributes, Matches, Conditions, Results,
      Examples;
};

/// Rules of one file.
class RuleTable {
public:
  RuleBuilder &add(llvm::StringRef Name) { return Rules.emplace_back(Name); }
  /// The file, for registerRules().
  std::string str() const;

private:
  std::deque<RuleBuilder> Rules;
};

} // namespace fx::rewrite

#endif // FX_REWRITE_RULEBUILDER_H
