//===- RuleVariants.h - Programs near an example ----------------*- C++ -*-===//
//
// Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule is tried on programs near its examples: with other dtypes, sizes,
// strides and constants, and with arguments that the example does not name.
// Most are not programs, or not matched; what is matched has to be right.
//
//===----------------------------------------------------------------------===//

#ifndef FX_LIB_REWRITE_RULEVARIANTS_H
#define FX_LIB_REWRITE_RULEVARIANTS_H

#include "fx/Rewrite/RuleSyntax.h"
#include "llvm/ADT/ArrayRef.h"
#include <deque>
#include <random>

namespace fx {
class OpInfo;
} // namespace fx

namespace fx::rewrite {

class RuleVariants {
public:
  /// New expressions belong to \p File, their texts to this. \p Example is one
  /// of \p Rule, or made of one.
  RuleVariants(RuleFile &File, const RuleDef &Rule, const Clause &Example,
               uint64_t Seed);

  /// The example itself, each single change, and \p NumRandom mixtures.
  /// Without \p Numbers, literals stay as they are.
  std::vector<Clause> make(unsigned NumRandom, bool Numbers = true);
  /// The example with \p New in place of one call of an operator of \p Old.
  std::vector<Clause> exchangeOperator(llvm::ArrayRef<const OpInfo *> Old,
                                       llvm::StringRef New);
  /// A program that differs from the example in a larger way.
  struct FarVariant {
    Clause Program;
    /// Two that run are enough of those of one group.
    unsigned Group = 0;
    /// An author thinks of it: that the engine refuses it is not enough.
    bool IsUsual = false;
  };
  /// Programs in which all that the example says twice changes together, what
  /// it leaves out is given, lists have other lengths, and one input another
  /// rank.
  std::vector<FarVariant> makeFar();
  /// Programs in which one more operator of \p Links stands on \p To, or where
  /// that is null on a call of one of them.
  std::vector<Clause> addLinks(llvm::ArrayRef<const OpInfo *> Links,
                               const Expr *To);
  /// The example with \p Times more results like its last one.
  Clause repeatLastResult(unsigned Times);
  /// Whether an input of \p C is empty, or the ranks of all are others than in
  /// the example.
  bool isUnusual(const Clause &C) const;
  /// Whether inputs or constants of \p C have other types than those of the
  /// example.
  bool hasOtherTypes(const Clause &C) const;
  /// The example with each other argument that it leaves out, each truth value
  /// turned around, and other numbers: those that the rule mentions, and two.
  std::vector<Clause> makeForGradients();
  /// \p C with each floating-point input as float64: what it computes is the
  /// reference.
  static Clause inDouble(const Clause &C);

private:
  struct Change {
    enum ChangeKind : uint8_t {
      Literal,   ///< Another text of a literal.
      Operator,  ///< Another operator of a call.
      Swap,      ///< Two neighbors of a list.
      Argument,  ///< One more argument of a call, by name.
      DType,     ///< The dtype of all inputs that have that of the first.
      OneDType,  ///< The dtype of one input.
      Size,      ///< A size, wherever it stands.
      Column,    ///< A size of all inputs, at one place from the end.
      Shape,     ///< Other sizes of one input, as another input has them.
      Square,    ///< The same size everywhere.
      Lead,      ///< Another first dimension of all inputs, or none.
      Trail,     ///< Another last dimension of all inputs.
      Transpose, ///< An input whose first and last dimension are swapped.
      Step,      ///< An input with holes in its last dimension.
      Give,      ///< A value for what a call leaves out, or says None for.
      Operand,   ///< The same, of a new input.
      Grow,      ///< One more item at the end of a list, as another one is.
      Shrink,    ///< One item less.
      Precede,   ///< One more number at the beginning of a list.
      OneLead,   ///< Another first dimension of one input, or none.
      Link       ///< A view of a value.
    };
    ChangeKind Kind;
    const Expr *At = nullptr;
    unsigned Index = 0;
    llvm::StringRef Name, Text;
    llvm::SmallVector<DimPattern, 4> Dims;
    /// Arguments of a Link.
    llvm::ArrayRef<llvm::StringRef> Args = {};
  };
  /// A literal, and what it stands in.
  struct Place {
    const Expr *Literal;
    const Expr *Parent;
    bool IsOperand; ///< An operand of arithmetic.
    bool IsSize;    ///< Whether the number is in a list of sizes.
  };
  /// Changes that are made together.
  struct FarChange {
    llvm::SmallVector<Change, 4> Parts;
    unsigned Group = 0;
    bool IsUsual = false;
  };

  /// The calls of an operator of \p Of in the program of the example.
  llvm::SmallVector<const Expr *, 4>
  callsOf(llvm::ArrayRef<const OpInfo *> Of) const;
  void collectFar(const Expr &E);
  void collectRepeated();
  void collectLarge();
  void collectSizesOfLists();
  void collectTrailing(const Expr &E);
  void collectRanks();
  void collectLists(const Expr &E);
  void collectEquation(const Expr &E);
  void collectGiven(const Expr &E);
  void collectOperand(const Change &As, llvm::StringRef Param);
  void setAll(llvm::ArrayRef<const Place *> Places, llvm::StringRef Text);
  void collect(const Expr &E);
  void collectLiteral(const Expr &E);
  void collectArguments(const Expr &E);
  void collectInputs();
  void collectShapes();
  Clause apply(llvm::ArrayRef<const Change *> Changes);
  Expr *copy(const Expr &E, llvm::ArrayRef<const Change *> Changes);
  Expr *literal(llvm::StringRef Text);
  /// A literal, or a list of them.
  Expr *constant(llvm::StringRef Text);
  Expr *changeFar(const Change &C, Expr *E);
  void addInput(const Change &C, Clause &To);
  Expr *viewOf(llvm::StringRef Op, Expr *Of,
               llvm::ArrayRef<llvm::StringRef> Args);
  llvm::StringRef save(std::string Text);
  /// \p Name, or one like it that no value of the example has.
  llvm::StringRef unused(llvm::StringRef Name);

  RuleFile &File;
  const Clause &Example;
  std::vector<Change> Changes;
  std::vector<FarChange> FarChanges;
  std::vector<Place> Places;
  unsigned NumGroups = 0;
  std::deque<std::string> Texts;
  std::mt19937_64 Random;
  /// What an integer of the example may be as far as the rule is concerned.
  llvm::SmallVector<int64_t, 16> OfRule;
};

} // namespace fx::rewrite

#endif // FX_LIB_REWRITE_RULEVARIANTS_H
