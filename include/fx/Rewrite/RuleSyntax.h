//===- RuleSyntax.h - Rewrite rules as they are written ---------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// The tree that a file of rules is read into (docs/RuleLanguage.md). Patterns,
/// results and conditions are expressions of one kind; what may stand where is
/// checked when rules are compiled (RuleSet.h). Texts point into the file,
/// which the tree keeps alive.
///
//===----------------------------------------------------------------------===//

#ifndef FX_REWRITE_RULESYNTAX_H
#define FX_REWRITE_RULESYNTAX_H

#include "fx/IR/TorchTypes.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include <memory>
#include <optional>
#include <vector>

namespace llvm {
class SourceMgr;
class raw_ostream;
} // namespace llvm

namespace fx::rewrite {

/// \name What one file may hold
/// @{
constexpr unsigned RuleVersion = 1;
constexpr unsigned MaxRules = 10000;
constexpr unsigned MaxPatternNodes = 256;
constexpr unsigned MaxRuleNesting = 64;
constexpr size_t MaxRuleFileBytes = 1 << 20;
/// @}

/// What an expression is.
enum class ExprKind : uint8_t {
  Value,        ///< `%x`, with a type where one is given.
  Constant,     ///< `$k`
  Name,         ///< A name that a comprehension or an operator capture binds.
  Literal,      ///< A number, string, dtype, None, True, False.
  Wildcard,     ///< `_`
  Rest,         ///< `...`; with a kid, that takes what is left.
  List,         ///< `[a, b]`
  Each,         ///< `each P`, in a list.
  Call,         ///< A call of operators, or of a function on constants.
  NAry,         ///< `sum of (..)`, `product of (..)`
  Chain,        ///< `~c:views(P)`; in results `~c(E)`.
  Update,       ///< `update %x(a=E)`; the kids are the value and the arguments.
  Alternatives, ///< `(P | Q)`
  As,           ///< `P as %x`; the kids are the pattern and the value.
  Unary,        ///< `-P`, `not C`
  Binary,       ///< + - * / // ** @
  Compare,      ///< A chain: one more kid than signs.
  Logic,        ///< `and`, `or`
  Conditional,  ///< `A if C else B`; the kids are A, C, B.
  Index,        ///< `x[i]`
  Slice,        ///< `x[a:b]`; a kid that is not given is null.
  Comprehension, ///< `E for NAME in L if C`; the last kid may be null.
};

/// A size in the type of a value.
struct DimPattern {
  enum DimKind : uint8_t { Bind, Number, Any, Rest } Kind = Any;
  llvm::StringRef Text; ///< The name or the number; of a Rest, maybe a name.
  const char *Loc = nullptr;
};

/// `f32|f16[N, .., 3]`
struct TypePattern {
  llvm::SmallVector<llvm::StringRef, 2> Kinds;
  llvm::SmallVector<DimPattern, 4> Dims;
  bool HasShape = false;
  const char *Loc = nullptr;
};

/// The dtype that one kind of a type names, in any of its spellings; none for
/// families: float, int, complex.
std::optional<DType> dtypeOfKind(llvm::StringRef Kind);

/// One name among the operators of a call.
struct OpName {
  llvm::StringRef Text;
  bool IsSet = false; ///< `<views>`
  const char *Loc = nullptr;
};

/// A pattern, a result or a condition.
struct Expr {
  ExprKind Kind = ExprKind::Wildcard;
  bool Star = false;     ///< `%x*`: a list.
  bool Written = false;  ///< `%x!`: its memory is written.
  bool Optional = false; ///< `op?(..)`
  bool Braces = false;   ///< `{a, b}(..)`
  bool Parens = false;   ///< The text had parentheses around it.
  const char *Loc = nullptr;
  const char *End = nullptr;
  /// The name without its sigil, the literal, the sign, `sum` or `product`, the
  /// set of a chain or its name.
  llvm::StringRef Text;
  /// `f` of `f:{relu, gelu}(..)`.
  llvm::StringRef OpCapture;
  llvm::SmallVector<OpName, 1> Ops;
  llvm::SmallVector<Expr *, 2> Kids;
  /// For each kid of a call or update the name of the parameter, or nothing.
  llvm::SmallVector<llvm::StringRef, 0> ArgNames;
  /// Comparison signs of a Compare.
  llvm::SmallVector<llvm::StringRef, 0> Signs;
  /// Type of a Value; null where none is given.
  TypePattern *Type = nullptr;
};

/// `%a, %b = EXPR`, or an expression alone.
struct Line {
  llvm::SmallVector<Expr *, 1> Results;
  Expr *Value = nullptr;
  const char *Loc = nullptr;
  bool Each = false; ///< `each %y* = P`: all that fit.
  std::vector<llvm::StringRef> Comments;
};

/// Lines one below the other in braces, or what stands on one line.
struct Block {
  std::vector<Line> Lines;
  bool Braces = false;
  const char *Loc = nullptr;
  /// Before the brace that ends it.
  std::vector<llvm::StringRef> Comments;
};

/// One way in which what a `define` names may be written.
struct Form {
  Expr *Pattern = nullptr;
  Expr *Where = nullptr;
  llvm::SmallVector<std::pair<Expr *, Expr *>, 1> Giving;
};

/// A name for patterns: `define`.
struct Define {
  llvm::StringRef Name;
  llvm::SmallVector<Expr *, 2> Params;
  llvm::SmallVector<Form, 2> Forms;
  const char *Loc = nullptr;
};

/// A name for operators: `set`.
struct SetDef {
  llvm::StringRef Name;
  llvm::SmallVector<OpName, 4> Ops;
  const char *Loc = nullptr;
};

/// One line of a rule besides its pattern, in the order of the text.
struct Clause {
  enum ClauseKind : uint8_t { Match, Where, Let, With, Metadata, Example };
  ClauseKind Kind = Match;
  const char *Loc = nullptr;
  std::vector<llvm::StringRef> Comments;
  /// Match, With.
  Block Body;
  /// Whether C++ makes the result of a With (fx/Rewrite/RewritePattern.h).
  bool IsNative = false;
  /// Where: the condition. Let: the constant. Metadata: the value.
  Expr *Value = nullptr;
  /// Let: what is bound.
  Expr *Target = nullptr;
  /// Where and Example: the reason, without quotes.
  llvm::StringRef Reason;
  bool HasReason = false;

  /// \name Example
  /// @{
  bool Negative = false;
  struct Input {
    llvm::StringRef Name;
    TypePattern Type;
    const char *Loc = nullptr;
    /// State of the module: the same in every run.
    bool IsConstant = false;
  };
  std::vector<Input> Inputs;
  /// Lines without a name are the results.
  Block Before, After;
  /// @}
};

enum class Exactness : uint8_t { Exact, CPUExact, Rounding, Finite };

/// What stands after the colon of a rule.
struct Attribute {
  llvm::StringRef Name;
  llvm::StringRef Value; ///< Empty where there is none.
  const char *Loc = nullptr;
  bool IsQuoted = false; ///< The value was written as a string.
};

/// One rule.
struct RuleDef {
  llvm::StringRef Name;
  const char *Loc = nullptr;
  std::vector<llvm::StringRef> Docs;
  std::vector<Attribute> Attributes;
  std::vector<Clause> Clauses;
  /// Comments before the brace that ends it.
  std::vector<llvm::StringRef> Comments;
};

struct RuleFile;

/// `use "FILE"`: the sets, definitions and rules of another file.
struct UsedFile {
  llvm::StringRef Path; ///< As written, without quotes.
  const char *Loc = nullptr;
  RuleFile *File = nullptr; ///< RuleLoader fills it in.
};

/// What a file says at its outermost level, in its order.
struct Item {
  enum ItemKind : uint8_t { Use, Set, Def, Rule } Kind = Rule;
  unsigned Index = 0; ///< In the vector of its kind.
  std::vector<llvm::StringRef> Comments;
};

/// A file of rules.
struct RuleFile {
  std::shared_ptr<llvm::SourceMgr> Source;
  std::vector<Item> Items;
  std::vector<UsedFile> Uses;
  std::vector<SetDef> Sets;
  std::vector<Define> Defines;
  std::vector<RuleDef> Rules;
  std::vector<llvm::StringRef> Comments; ///< At the end.

  Expr *make(ExprKind Kind, const char *Loc) {
    Expr *E = new (Exprs.Allocate()) Expr;
    E->Kind = Kind;
    E->Loc = Loc;
    return E;
  }
  TypePattern *makeType() { return new (Types.Allocate()) TypePattern; }
  /// Calls \p Visit for this file and all that it uses, each once.
  void forEachUsed(llvm::function_ref<void(RuleFile &)> Visit);
  /// \name What this file or one that it uses has of that name, or null
  /// @{
  Define *findDefine(llvm::StringRef Name);
  SetDef *findSet(llvm::StringRef Name);
  /// @}

private:
  llvm::SpecificBumpPtrAllocator<Expr> Exprs;
  llvm::SpecificBumpPtrAllocator<TypePattern> Types;
};

/// Writes \p File in the one form that there is for it: what `fx-rules fmt`
/// does. The text reads back as the same tree.
void printRules(const RuleFile &File, llvm::raw_ostream &OS);
void printExpr(const Expr &E, llvm::raw_ostream &OS);
/// Writes what \p File holds as a part of docs/Rules.md, headed \p Title.
void printRulesPage(const RuleFile &File, llvm::StringRef Title,
                    llvm::raw_ostream &OS);

} // namespace fx::rewrite

#endif // FX_REWRITE_RULESYNTAX_H
